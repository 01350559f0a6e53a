import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { isResult, type CareState, type Fact, type OutcomeEvent, type PregnancyFact } from './facts.ts';

/** What is known after each fact. The database folds the same way (`private.care_status`). */
export type Known = {
  state: CareState;
  /** The day of the fact that led to the state; null before any. */
  since: LocalDate | null;
  /** The last state except `unsure`, which the record's status is based on. */
  lastSure: CareState;
  /** The cycles with a positive since the last resume. */
  positiveIn: readonly number[];
  /** The cycle of the test with an unclear result. */
  openIn: number | null;
  /** The state that a resume leads back to. */
  beforePause: 'treatment' | 'unsure';
  pausedUntil: LocalDate | null;
  /** There was a loss since the last resume, so a clinician decides when treatment resumes. */
  isAfterLoss: boolean;
  /** When that loss was first reported: earlier decisions did not know about it. */
  lossReportedAt: Instant | null;
};

export const AT_THE_START: Known = {
  state: 'treatment',
  since: null,
  lastSure: 'treatment',
  positiveIn: [],
  openIn: null,
  beforePause: 'treatment',
  pausedUntil: null,
  isAfterLoss: false,
  lossReportedAt: null,
};

/** "After a positive": since the last resume, in the same treatment cycle. */
export const isAfterPositive = ({ positiveIn, openIn }: Known): boolean =>
  openIn !== null && positiveIn.includes(openIn);

/** One column of the state and event table at a time. What the table refuses changes nothing. */
export function after(known: Known, fact: Fact): Known {
  const next = isResult(fact) ? afterResult(known, fact) : afterEvent(known, fact);
  const since = next.state === known.state ? known.since : isResult(fact) ? fact.takenOn : fact.day;
  return { ...next, since, lastSure: next.state === 'unsure' ? known.lastSure : next.state };
}

function afterResult(before: Known, { result, cycle }: PregnancyFact): Known {
  const { state } = before;
  const isOpen = state === 'unsure' && isAfterPositive(before);
  const known = result === 'positive' ? { ...before, positiveIn: [...before.positiveIn, cycle] } : before;
  if (state === 'after-loss' || isOpen) return known;
  switch (result) {
    case 'positive':
      return { ...known, state: 'pregnant' };
    case 'unclear':
      return { ...known, state: 'unsure', openIn: cycle };
    default:
      if (state === 'pregnant') return { ...known, state: 'unsure', openIn: cycle };
      return state === 'unsure' ? { ...known, state: afterDoubt(known) } : known;
  }
}

/** A patient who stopped after a loss and then had doubt resumes with a clinician, not by a test. */
const afterDoubt = ({ isAfterLoss }: Known): CareState => (isAfterLoss ? 'stopped' : 'treatment');

function afterEvent(known: Known, event: OutcomeEvent): Known {
  if (!isPossible(known, event.kind)) return known;
  switch (event.kind) {
    case 'loss':
      return lost(known, event);
    case 'stop':
      return { ...known, state: 'stopped' };
    case 'pause':
      return paused(known, event.until);
    case 'resume':
      return isUnawareOfLoss(known, event) ? { ...known, state: 'after-loss' } : resumed(known);
    default:
      return resolved(known, event);
  }
}

/** Whether this person can do this in the state. */
export function isPossible(known: Known, kind: OutcomeEvent['kind']): boolean {
  const { state } = known;
  switch (kind) {
    case 'loss':
    case 'resolve':
      return true;
    case 'stop':
      return state !== 'stopped';
    case 'pause':
      return state === 'treatment' || state === 'paused' || (state === 'unsure' && !isAfterPositive(known));
    default:
      return state === 'paused' || state === 'after-loss' || state === 'stopped';
  }
}

function paused(known: Known, until: LocalDate | null): Known {
  const beforePause = known.state === 'paused' ? known.beforePause : (known.state as 'treatment' | 'unsure');
  return { ...known, state: 'paused', beforePause, pausedUntil: until };
}

/** A loss reported twice, by two devices, counts as the first report. */
const lost = (known: Known, { receivedAt }: OutcomeEvent): Known => ({
  ...known,
  state: 'after-loss',
  isAfterLoss: true,
  lossReportedAt: known.lossReportedAt === null ? receivedAt : Math.min(known.lossReportedAt, receivedAt),
});

const goneOn = { state: 'treatment', positiveIn: [], isAfterLoss: false, lossReportedAt: null } as const;

/** The end of a pause decides nothing about an earlier loss. */
const resumed = (known: Known): Known =>
  known.state === 'paused' ? { ...known, state: known.beforePause, positiveIn: [] } : { ...known, ...goneOn };

/** For a loss reported later: no one has decided about resuming after it, so it is not over. */
const isUnawareOfLoss = ({ lossReportedAt }: Known, { receivedAt }: OutcomeEvent): boolean =>
  lossReportedAt !== null && receivedAt < lossReportedAt;

function resolved(known: Known, event: OutcomeEvent): Known {
  if (event.resolvedTo === 'after-loss') return lost(known, event);
  if (isUnawareOfLoss(known, event)) return { ...known, state: 'after-loss' };
  if (event.resolvedTo === 'pregnant')
    return { ...known, state: 'pregnant', positiveIn: [...known.positiveIn, event.cycle] };
  return { ...known, ...goneOn };
}
