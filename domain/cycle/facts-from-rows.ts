import { inOrder, isResult, type CareState, type OutcomeEvent } from '../care-state/facts.ts';
import { levelOf } from '../results/level.ts';
import type { ResultType } from '../results/results.ts';
import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import type { CycleFacts, OvulationFact } from './facts.ts';
import type { Period } from './period.ts';

/**
 * What the patient reported and the clinic stored, before it is sorted into cycles. Undone entries are left
 * out.
 */
export type CycleRows = {
  periods: readonly Omit<Period, 'withdrawn'>[];
  /** `loggedAt` decides whether a test on the day treatment resumed came before or after that. */
  results: readonly { type: ResultType; result: string; takenOn: LocalDate; loggedAt?: Instant }[];
  applicatorsUsedOn: readonly LocalDate[];
  /**
   * When the current applicator user started using it. Null if there was never another. Periods only count
   * for that person.
   */
  bodySince: LocalDate | null;
  events: readonly OutcomeEvent[];
  statedLength: CycleFacts['statedLength'];
  careState: CareState;
};

export function factsOf({ periods, results, events, bodySince, ...same }: CycleRows): CycleFacts {
  const isTheirs = (day: LocalDate) => bodySince === null || day >= bodySince;
  const rests = restsIn(events, endsTreatment);
  return {
    ...same,
    applicatorsUsedOn: same.applicatorsUsedOn.filter(isTheirs),
    periods: periods.map((period) => ({ ...period, withdrawn: false })),
    results: results
      .filter(({ type, takenOn }) => type === 'ovulation' && isTheirs(takenOn))
      .map(({ result, takenOn, loggedAt }) => {
        const fact: OvulationFact = { takenOn, level: levelOf(result) };
        if (rests.some((rest) => isWithin(rest, { day: takenOn, at: loggedAt }))) fact.atRest = true;
        return fact;
      }),
    pauses: restsIn(events, isPause).map(({ from, until }) => ({
      from: from.day,
      until: until?.day ?? null,
    })),
    losses: events.filter(isLoss).map(({ day }) => day),
  };
}

const isLoss = ({ kind, resolvedTo }: OutcomeEvent) => kind === 'loss' || resolvedTo === 'after-loss';

/**
 * While treatment is paused or stopped, no one asks for periods, so a cycle across that time has no known
 * length.
 */
const isPause = ({ kind }: OutcomeEvent) => kind === 'pause' || kind === 'stop';
const endsTreatment = (event: OutcomeEvent) =>
  isPause(event) || isLoss(event) || event.resolvedTo === 'pregnant';

type Moment = { day: LocalDate; at: Instant };
type Rest = { from: Moment; until: Moment | null };

function restsIn(events: readonly OutcomeEvent[], begins: (event: OutcomeEvent) => boolean): Rest[] {
  const rests: Rest[] = [];
  for (const fact of inOrder({ results: [], events })) {
    if (isResult(fact)) continue;
    const open = rests.at(-1)?.until === null ? rests.at(-1) : undefined;
    const moment = { day: fact.day, at: fact.receivedAt };
    if (begins(fact)) {
      if (!open) rests.push({ from: moment, until: null });
    } else if (open) open.until = moment;
  }
  return rests;
}

/**
 * If it isn't known when a test was logged, the days alone decide, and the first and last day don't count as
 * on hold.
 */
function isWithin({ from, until }: Rest, { day, at }: { day: LocalDate; at: Instant | undefined }): boolean {
  const isAfter = (moment: Moment) =>
    day > moment.day || (day === moment.day && at !== undefined && at >= moment.at);
  const isBefore = (moment: Moment) =>
    day < moment.day || (day === moment.day && at !== undefined && at < moment.at);
  return isAfter(from) && (until === null || isBefore(until));
}
