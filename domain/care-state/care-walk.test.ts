import fc from 'fast-check';
import { expect, test } from 'vitest';
import { careStatus } from './care-state.ts';
import { inOrder, isResult, type CareFacts, type CareState, type Fact } from './facts.ts';
import { refusalOf } from './refusal.ts';
import { surfacesOf } from './surfaces.ts';
import { TABLE, type Column, type Row } from './testing-table.ts';
import { factOf, factsOf, NOW, type Reported } from './testing.ts';

const ZONE = 'America/New_York';
const REPORTED: Reported[] = ['positive', 'negative', 'unclear', 'loss', 'pause', 'resume', 'stop'];
const RESOLVED: Reported[] = ['resolve pregnant', 'resolve treatment', 'resolve after-loss'];

/** What two devices report: each about some day, with some delay, and some of it undone. */
const life = fc
  .array(
    fc.record({
      reported: fc.constantFrom(...REPORTED, ...REPORTED, ...RESOLVED),
      onDay: fc.nat(10),
      delay: fc.oneof(fc.constant(0), fc.nat(8)),
      device: fc.constantFrom('phone', 'laptop'),
      cycle: fc.constantFrom(1, 1, 1, 2),
      takenBack: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
    }),
    { maxLength: 14 },
  )
  .map((reports) =>
    reports.map(({ reported, onDay, delay, device, cycle, takenBack }, at) => ({
      takenBack,
      reported,
      // No two arrive in the same millisecond.
      fact: factOf(reported, { id: `${device}-${at}`, onDay, arrives: onDay + delay + at / 1_000, cycle }),
    })),
  );

const kept = (reports: readonly { fact: Fact; takenBack: boolean }[]): CareFacts =>
  factsOf(reports.filter(({ takenBack }) => !takenBack).map(({ fact }) => fact));

/** The specification's table, word for word. */
function walked(facts: CareFacts): { state: CareState; row: Row } {
  let [state, beforePause, openIn]: [CareState, CareState, number | null] = ['treatment', 'treatment', null];
  let positives = new Set<number>();
  // A loss is over once someone who knew about it decided so.
  let lossReported = Infinity;
  const rowOf = (): Row => {
    if (state !== 'unsure') return state;
    return openIn !== null && positives.has(openIn)
      ? 'unsure, after a positive'
      : 'unsure, no positive before';
  };
  for (const fact of inOrder(facts)) {
    const row = rowOf();
    const isUnaware = lossReported !== Infinity && fact.receivedAt < lossReported;
    if (!isResult(fact) && fact.kind === 'resolve') {
      state = isUnaware ? 'after-loss' : fact.resolvedTo!;
      if (fact.resolvedTo === 'after-loss') lossReported = Math.min(lossReported, fact.receivedAt);
      if (state === 'treatment') lossReported = Infinity;
      if (state === 'pregnant') positives.add(fact.cycle);
      if (state === 'treatment') positives = new Set();
      continue;
    }
    const column: Column = isResult(fact) ? fact.result : (fact.kind as Column);
    const cell = TABLE[row][column].split(': ').at(-1)!;
    if (column === 'positive') positives.add(fact.cycle);
    if (cell === '409') continue;
    if (column === 'loss') lossReported = Math.min(lossReported, fact.receivedAt);
    if (column === 'resume' && isUnaware) {
      state = 'after-loss';
      continue;
    }
    if (column === 'resume' && state !== 'paused') lossReported = Infinity;
    // Between a loss and a clinician's resume no test leads back to treatment.
    if (column === 'negative' && cell === 'treatment' && row !== 'treatment' && lossReported !== Infinity) {
      state = 'stopped';
      continue;
    }
    if (column === 'pause' && state !== 'paused') beforePause = state;
    if (column === 'resume') positives = new Set();
    const isBackFromPause: boolean = column === 'resume' && state === 'paused';
    if (cell === 'unsure' && row !== 'unsure, after a positive') openIn = fact.cycle;
    state = isBackFromPause ? beforePause : (cell as CareState);
  }
  return { state, row: rowOf() };
}

test('whatever arrives when, the state matches the table', () => {
  const seen = new Set<Row>();
  fc.assert(
    fc.property(life, fc.infiniteStream(fc.nat()), (reports, order) => {
      const facts = kept(reports);
      const { state, row } = walked(facts);
      const status = careStatus(facts, NOW, ZONE);
      expect(status.state).toBe(state);
      expect(status.afterPositive).toBe(row === 'unsure, after a positive');
      const shuffle = <T>(list: readonly T[]) =>
        list
          .map((item) => [order.next().value, item] as const)
          .sort(([one], [other]) => one - other)
          .map(([, item]) => item);
      const otherwise = { results: shuffle(facts.results), events: shuffle(facts.events) };
      expect(careStatus(otherwise, NOW, ZONE)).toEqual(status);
      seen.add(row);
    }),
    { numRuns: 3_000 },
  );
  expect([...seen].sort()).toEqual(Object.keys(TABLE).sort());
});

test('between a loss and a resume, nothing congratulates', () => {
  const afterwards = fc.array(
    fc.constantFrom<Reported>('positive', 'negative', 'unclear', 'loss', 'pause', 'stop'),
    {
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(life, afterwards, fc.nat(12), (reports, later, lossOn) => {
      const before = kept(reports).results.filter(({ takenOn }) => takenOn < '2026-11-20');
      const loss = factOf('loss', { id: 'loss', onDay: 20 + lossOn, arrives: 40 });
      const rest = later.map((reported, at) =>
        // From any day, even before the loss, as a device may have kept it.
        factOf(reported, { id: `later-${at}`, onDay: (at * 7) % 40, arrives: 41 + at }),
      );
      const { home, guides } = surfacesOf(careStatus(factsOf([...before, loss, ...rest]), NOW, ZONE));
      expect([home.congratulates, guides.pregnancy]).toEqual([false, false]);
    }),
    { numRuns: 1_000 },
  );
});

test('a refused event would change nothing for anyone, and what each person may do matches the table', () => {
  fc.assert(
    fc.property(life, fc.constantFrom('loss', 'pause', 'resume', 'stop'), (reports, kind) => {
      const facts = kept(reports);
      const status = careStatus(facts, NOW, ZONE);
      const event = factOf(kind, { id: 'next', onDay: 25, arrives: 25 });
      const next = careStatus(factsOf([...facts.results, ...facts.events, event]), NOW, ZONE);
      const isRefused = refusalOf(status, kind, 'clinician') !== null;
      // After a loss, a positive test must be decided first: the table's resume waits for that.
      const waits = kind === 'resume' && status.positiveWaits;
      expect(isRefused).toBe(waits || TABLE[walked(facts).row][kind as Column] === '409');
      if (isRefused && !waits) expect(next).toEqual(status);
    }),
    { numRuns: 1_000 },
  );
});

test('nothing outside treatment asks for a test', () => {
  fc.assert(
    fc.property(life, (reports) => {
      const status = careStatus(kept(reports), NOW, ZONE);
      const isTreatment = status.state === 'treatment';
      const { home, plan, drawer, reminders, mails, toDo } = surfacesOf(status);
      const asks = [home.asksToTest, plan.asks, drawer.asks, reminders.treatment, mails.treatment];
      expect(new Set(asks)).toEqual(new Set([isTreatment]));
      expect(toDo === 'tasks').toBe(isTreatment);
    }),
  );
});
