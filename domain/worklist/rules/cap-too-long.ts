import { MINUTE, type Instant } from '../../time/instant.ts';
import { CAP_LATE_AFTER } from '../../treatment-day/treatment-day.ts';
import type { Entry, PatientFacts } from '../facts.ts';
import type { PatientRule } from '../item.ts';

/** If not taken by then, it goes to every clinician. */
const CLINICIAN_AFTER = 30 * MINUTE;

/** After half a day the care team has called, and a notice adds nothing. */
const NOTICE_FOR = 12 * 60 * MINUTE;

/** A cap the patient must be told about now, and until when that is useful. */
export function capToMention({ capIn }: Pick<PatientFacts, 'capIn'>, now: Instant) {
  if (!capIn) return null;
  const since = capIn.at + CAP_LATE_AFTER;
  return now >= since && now < since + NOTICE_FOR ? { id: capIn.id, until: since + NOTICE_FOR } : null;
}

const urgent = ({ id, at }: Entry, why: string) => ({
  factId: id,
  since: at + CAP_LATE_AFTER,
  // At any hour: the body does not wait for opening time.
  dueAt: at + CAP_LATE_AFTER + CLINICIAN_AFTER,
  isUrgent: true,
  why,
});

export const capTooLong: PatientRule = {
  id: 'cap-too-long',
  title: 'Cap in too long',
  owner: 'coach',
  find: ({ capIn, lateCaps, applicatorSurveys }, { now, sameDay }) => {
    const running =
      capIn && now >= capIn.at + CAP_LATE_AFTER ? [urgent(capIn, 'A cap has been in for over 5 hours.')] : [];
    // Taking it out does not tell us how the patient is, so the item stays until someone has asked.
    const removed = lateCaps.map((cap) => urgent(cap, 'A cap was in for over 5 hours. It is out now.'));
    const reported = applicatorSurveys
      .filter((survey) => survey.capTooLong)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: sameDay(at),
        why: 'The survey says the cap was in for over 5 hours.',
      }));
    return [...running, ...removed, ...reported];
  },
};
