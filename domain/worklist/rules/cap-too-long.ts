import { MINUTE, type Instant } from '../../time/instant.ts';
import { CAP_LIMIT, REMOVAL_GRACE } from '../../treatment-day/treatment-day.ts';
import type { PatientFacts } from '../facts.ts';
import type { PatientRule } from '../item.ts';

/** If not taken by then, it goes to every clinician. */
const CLINICIAN_AFTER = 30 * MINUTE;

/** When a cap that is in becomes late; null without one. */
const lateSince = ({ capIn }: Pick<PatientFacts, 'capIn'>): Instant | null =>
  capIn && capIn.at + CAP_LIMIT + REMOVAL_GRACE;

/** After half a day the care team has called, and a notice adds nothing. */
const NOTICE_FOR = 12 * 60 * MINUTE;

/** A cap the patient must be told about now, and until when that is useful. */
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
              // At any hour: the body does not wait for opening time.
              dueAt: since + CLINICIAN_AFTER,
              isUrgent: true,
              why: 'A cap has been in for over 5 hours.',
            },
          ]
        : [];
    const reported = applicatorSurveys
      .filter((survey) => survey.capTooLong)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: sameDay(at),
        why: 'The survey says the cap was in for over 5 hours.',
      }));
    return [...running, ...reported];
  },
};
