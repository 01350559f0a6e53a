import { inOrder, isResult, type CareState, type OutcomeEvent } from '../care-state/facts.ts';
import { levelOf } from '../results/level.ts';
import type { ResultType } from '../results/results.ts';
import type { LocalDate } from '../time/day.ts';
import type { CycleFacts, Pause } from './facts.ts';
import type { Period } from './period.ts';

/** What the patient told and the clinic stored, before it is about a cycle. What was taken back is not among it. */
export type CycleRows = {
  periods: readonly Omit<Period, 'withdrawn'>[];
  results: readonly { type: ResultType; result: string; takenOn: LocalDate }[];
  applicatorsUsedOn: readonly LocalDate[];
  /** Since when the applicator is used by whoever uses it now; null where it always was. Periods are theirs alone. */
  bodySince: LocalDate | null;
  events: readonly OutcomeEvent[];
  statedLength: CycleFacts['statedLength'];
  careState: CareState;
};

export function factsOf({ periods, results, events, bodySince, ...same }: CycleRows): CycleFacts {
  const isTheirs = (day: LocalDate) => bodySince === null || day >= bodySince;
  return {
    ...same,
    applicatorsUsedOn: same.applicatorsUsedOn.filter(isTheirs),
    periods: periods.map((period) => ({ ...period, withdrawn: false })),
    results: results
      .filter(({ type, takenOn }) => type === 'ovulation' && isTheirs(takenOn))
      .map(({ result, takenOn }) => ({ takenOn, level: levelOf(result) })),
    pauses: pausesIn(events),
    losses: events.filter(isLoss).map(({ day }) => day),
  };
}

const isLoss = ({ kind, resolvedTo }: OutcomeEvent) => kind === 'loss' || resolvedTo === 'after-loss';

/** While treatment is paused or stopped nobody is asked for periods, so a cycle that lies across it tells no length. */
function pausesIn(events: readonly OutcomeEvent[]): Pause[] {
  const pauses: Pause[] = [];
  for (const fact of inOrder({ results: [], events })) {
    if (isResult(fact)) continue;
    const open = pauses.at(-1)?.until === null ? pauses.at(-1) : undefined;
    const rests = fact.kind === 'pause' || fact.kind === 'stop';
    if (rests && !open) pauses.push({ from: fact.day, until: null });
    if (!rests && open) open.until = fact.day;
  }
  return pauses;
}
