import { MINUTE, type Instant } from '../../time/instant.ts';
import { CAP_LIMIT, REMOVAL_GRACE } from '../../treatment-day/treatment-day.ts';
import type { PatientFacts } from '../facts.ts';
import type { PatientRule } from '../item.ts';

/** After half an hour it is a clinician's. */
const CLINICIAN_AFTER = 30 * MINUTE;

/** From when a cap that is in is late; null without one. */
const lateSince = ({ capIn }: Pick<PatientFacts, 'capIn'>): Instant | null =>
  capIn && capIn.at + CAP_LIMIT + REMOVAL_GRACE;

/** After half a day the care team has called, and a notice says nothing new. */
const NOTICE_FOR = 12 * 60 * MINUTE;

/** A cap of which the patient is to hear now, and until when that is of use. */
export function capToMention(facts: Pick<PatientFacts, 'capIn'>, now: Instant) {
  const since = lateSince(facts);
  return facts.capIn && since !== null && now >= since && now < since + NOTICE_FOR
    ? { id: facts.capIn.id, until: since + NOTICE_FOR }
    : null;
}

export const capTooLong: PatientRule = {
  id: 'cap-too-long',
  title: 'Cap in too long',
  owner: 'coach',
  find: ({ capIn, applicatorSurveys }, { now, sameDay }) => {
    const since = lateSince({ capIn });
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
    const reported = applicatorSurveys
      .filter((survey) => survey.capTooLong)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: sameDay(at),
        why: 'The survey says that the cap was in for more than 5 hours.',
      }));
    return [...running, ...reported];
  },
};
