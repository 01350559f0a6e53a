import { MINUTE } from '../../time/instant.ts';
import { CAP_LIMIT, REMOVAL_GRACE } from '../../treatment-day/treatment-day.ts';
import type { PatientRule } from '../item.ts';

/** After half an hour it is a clinician's. */
const CLINICIAN_AFTER = 30 * MINUTE;

export const capTooLong: PatientRule = {
  id: 'cap-too-long',
  title: 'Cap in too long',
  owner: 'coach',
  find: ({ capIn, applicatorSurveys }, { now, sameDay }) => {
    const since = capIn && capIn.at + CAP_LIMIT + REMOVAL_GRACE;
    const running =
      capIn && since !== null && now >= since
        ? [
            {
              factId: capIn.id,
              since,
              // At any hour: a body does not wait for the clinic to open.
              dueAt: since + CLINICIAN_AFTER,
              isUrgent: true,
              owner: now < since + CLINICIAN_AFTER ? ('coach' as const) : ('clinician' as const),
              why: 'A cap has been in for more than 5 hours.',
            },
          ]
        : [];
    const told = applicatorSurveys
      .filter((survey) => survey.capTooLong)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: sameDay(at),
        why: 'The survey says that the cap was in for more than 5 hours.',
      }));
    return [...running, ...told];
  },
};
