import { careStatus } from '../care-state/care-state.ts';
import { mayBePregnant } from '../care-state/may-be-pregnant.ts';
import type { CareFacts } from '../care-state/facts.ts';
import { refusalOf } from '../care-state/refusal.ts';
import type { RecordFacts } from '../contracts/team/record-facts.ts';
import { CARE_ACTS } from '../contracts/team/team-care.ts';
import type { Care } from '../contracts/team/team-patient.ts';
import { instantFromIso, type Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import type { PregnancyResult } from '../results/pregnancy.ts';
import { usedOn } from './used-on.ts';

type Reader = { role: 'coach' | 'clinician'; now: Instant; zone: string };

/** The patient's care state, and what the reader of the record can decide about it now. */
export function careOf(facts: RecordFacts, { role, now, zone }: Reader) {
  const status = careStatus(careFacts(facts), now, zone);
  const { state, since, afterPositive, afterLoss, pause } = status;
  const safetyCheck = heldBackBy(facts);
  // Recording a loss that was reported confirms it.
  const canLose =
    (role === 'clinician' && status.asksForStatus) ||
    (state !== 'after-loss' && mayBePregnant(daysOf(facts, zone), localDate(now, zone)));
  const care: Care = {
    since,
    afterPositive,
    afterLoss,
    resumeNamesCycle: state === 'after-loss' || (state === 'stopped' && afterLoss),
    pause,
    safetyCheck,
    acts: CARE_ACTS.filter((act) =>
      act === 'clear-safety-check'
        ? role === 'clinician' && safetyCheck !== null
        : refusalOf(status, act, role) === null && (act !== 'loss' || canLose),
    ),
  };
  return { careState: state, care };
}

const daysOf = (facts: RecordFacts, zone: string) => ({
  applicatorsUsedOn: usedOn(facts, zone),
  positiveOn: facts.results
    .filter(({ type, result }) => type === 'PREGNANCY' && result === 'positive')
    .map(({ takenOn }) => takenOn),
});

export const careFacts = ({ results, outcomes }: RecordFacts): CareFacts => ({
  results: results
    .filter(({ type }) => type === 'PREGNANCY')
    .map(({ id, result, takenOn, receivedAt, cycle }) => ({
      id,
      result: result as PregnancyResult,
      takenOn,
      receivedAt: instantFromIso(receivedAt),
      cycle: cycle ?? 1,
    })),
  events: outcomes
    .filter(({ takenBack }) => takenBack === null)
    .map(({ id, kind, day, receivedAt, cycle, until, resolvedTo, who }) => ({
      id,
      kind,
      day,
      receivedAt: instantFromIso(receivedAt),
      cycle,
      until,
      resolvedTo,
      byTeam: who !== null,
      byClinician: who?.role === 'clinician',
    })),
});

/**
 * As in `safetyStatus`, everything a clinician hasn't cleared blocks the patient, in any cycle, whatever the
 * other answers. It is all cleared together, so all reasons are shown, under the id of the latest check.
 */
function heldBackBy({ safetyChecks }: RecordFacts): Care['safetyCheck'] {
  const held = safetyChecks.filter(({ outcome, cleared }) => outcome !== 'ready' && cleared === null);
  const [newest] = held;
  if (!newest) return null;
  const { id, cycle, at } = newest;
  return {
    id,
    cycle,
    at,
    // The answers as they were when they blocked. The latest wins.
    answers: Object.fromEntries(
      held
        .toReversed()
        .flatMap(({ reasons, answers }) => reasons.map((reason) => [reason, answers[reason] ?? ''])),
    ),
    outcome: held.some(({ outcome }) => outcome === 'stop') ? 'stop' : newest.outcome,
    reasons: [...new Set(held.flatMap(({ reasons }) => reasons))],
  };
}
