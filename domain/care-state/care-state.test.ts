import { describe, expect, test } from 'vitest';
import { DAY, instantFromIso } from '../time/instant.ts';
import { careStatus } from './care-state.ts';
import type { CareFacts, CareState, OutcomeEventKind, PregnancyFact } from './facts.ts';
import { refusalOf, type Who } from './refusal.ts';
import { ROWS, TABLE, type Row } from './testing-table.ts';
import { factOf, factsOf, FIRST_DAY, lifeOf, NOW, type Reported } from './testing.ts';

const ZONE = 'America/New_York';
const careState = (facts: CareFacts, now: number, zone: string) => careStatus(facts, now, zone).state;
const stateAfter = (...reported: Reported[]) => careState(lifeOf(...reported), NOW, ZONE);
const statusAfter = (...reported: Reported[]) => careStatus(lifeOf(...reported), NOW, ZONE);

const WHO: Who[] = ['patient', 'coach', 'clinician'];
const ALLOWED: Record<string, Who[]> = { clinician: ['clinician'], team: ['coach', 'clinician'] };

const cells = Object.entries(TABLE).flatMap(([row, cellsOfRow]) =>
  Object.entries(cellsOfRow).map(([column, cell]) => [row as Row, column as Reported, cell] as const),
);

describe('the table of states and events', () => {
  test.each(cells)('%s, %s: %s', (row, column, cell) => {
    const [before, ends] = [ROWS[row], cell.split(': ').at(-1)!];
    const from = stateAfter(...before);
    expect(row.startsWith(from)).toBe(true);
    expect(stateAfter(...before, column)).toBe(ends === '409' ? from : ends);
    if (column === 'positive' || column === 'negative' || column === 'unclear') return;
    const may = ends === '409' ? [] : cell.includes(': ') ? ALLOWED[cell.split(': ')[0]!]! : WHO;
    const accepted = WHO.filter(
      (who) => refusalOf(statusAfter(...before), column as OutcomeEventKind, who) === null,
    );
    expect(accepted).toEqual(may);
  });

  test.each<[Row, CareState]>([
    ['paused', 'paused'],
    ['pregnant', 'treatment'],
    ['unsure, after a positive', 'treatment'],
    ['after-loss', 'after-loss'],
    ['stopped', 'stopped'],
  ])('%s, the previous positive undone: %s', (row, ends) => {
    const { results, events } = lifeOf(
      'positive',
      ...ROWS[row].filter((reported) => reported !== 'positive'),
    );
    const withoutIt = { results: results.filter(({ result }) => result !== 'positive'), events };
    expect(careState(withoutIt, NOW, ZONE)).toBe(ends);
  });
});

test('a resume returns to the state before the pause, not to treatment for someone who was unsure', () => {
  expect(stateAfter('unclear', 'pause', 'pause', 'resume')).toBe('unsure');
  expect(stateAfter('pause', 'pause', 'resume')).toBe('treatment');
});

test('after a loss, no one resumes treatment while a positive test is waiting for a clinician', () => {
  const may = (...life: Parameters<typeof statusAfter>) =>
    WHO.filter((who) => refusalOf(statusAfter(...life), 'resume', who) === null);
  expect(may('positive', 'loss')).toEqual(['clinician']);
  expect(may('positive', 'loss', 'positive')).toEqual([]);
});

test('the sentence that refuses a resume is true of a positive after a stop too', () => {
  for (const life of [
    ['positive', 'loss', 'positive'],
    ['stop', 'positive', 'loss'],
  ] as const)
    expect(refusalOf(statusAfter(...life), 'resume', 'clinician')).toBe(
      'A positive test came after the loss or the stop. Set the pregnancy status first.',
    );
});

test('a positive counts until the next resume, and within its own cycle', () => {
  expect(statusAfter('positive', 'stop', 'unclear').afterPositive).toBe(true);
  expect(statusAfter('positive', 'stop', 'resume', 'unclear').afterPositive).toBe(false);
  const positive = factOf('positive', { id: 'positive', onDay: 0, cycle: 1 });
  const stop = factOf('stop', { id: 'stop', onDay: 1, cycle: 1 });
  const unclear = factOf('unclear', { id: 'unclear', onDay: 2, cycle: 2 });
  expect(careStatus(factsOf([positive, stop, unclear]), NOW, ZONE).afterPositive).toBe(false);
});

test.each(['pregnant', 'treatment', 'after-loss'] as const)('the care team resolves doubt to %s', (to) => {
  expect(stateAfter('positive', 'negative', `resolve ${to}`)).toBe(to);
});

test('only the care team can resolve doubt; a patient cannot', () => {
  const who = (status = statusAfter('unclear')) =>
    WHO.filter((one) => refusalOf(status, 'resolve', one) === null);
  expect(who()).toEqual(['coach', 'clinician']);
  expect(who(statusAfter('positive', 'negative'))).toEqual(['clinician']);
  for (const row of ['treatment', 'paused', 'pregnant', 'stopped'] as const) {
    expect(who(statusAfter(...ROWS[row]))).toEqual([]);
  }
  // Until a clinician confirms the report.
  expect(who(statusAfter(...ROWS['after-loss']))).toEqual(['clinician']);
});

test('a patient who stops after a loss resumes with the clinician, not with the coach', () => {
  const status = statusAfter('loss', 'stop');
  expect(WHO.filter((who) => refusalOf(status, 'resume', who) === null)).toEqual(['clinician']);
});

test('after a loss and a stop, no test or pause gets around the clinician', () => {
  expect(stateAfter('loss', 'stop', 'unclear', 'negative')).toBe('stopped');
  const status = statusAfter('loss', 'stop', 'unclear', 'pause', 'resume', 'negative');
  expect([status.state, status.afterLoss]).toEqual(['stopped', true]);
  expect(WHO.filter((who) => refusalOf(status, 'resume', who) === null)).toEqual(['clinician']);
});

test('the record’s status follows the care state, and stays unchanged while no one knows', () => {
  const statuses = Object.values(ROWS).map((reported) => statusAfter(...reported).status);
  expect(statuses).toEqual(['Active', 'Paused', 'Pregnant', 'Active', 'Pregnant', 'Paused', 'Withdrawn']);
  expect(statusAfter('stop', 'unclear').status).toBe('Withdrawn');
});

test('a pause asks on its last day, in the patient’s zone, whether to resume, and never resumes by itself', () => {
  const [pause] = lifeOf('pause').events;
  const facts = { results: [], events: [{ ...pause!, until: '2026-11-20' }] };
  const at = (iso: string) => careStatus(facts, instantFromIso(iso), ZONE);
  expect(at('2026-11-20T04:59:00Z').pause).toEqual({ until: '2026-11-20', isOver: false });
  expect(at('2026-11-20T05:00:00Z').pause).toEqual({ until: '2026-11-20', isOver: true });
  expect(at('2027-11-20T05:00:00Z').state).toBe('paused');
});

test('the patient who reported a loss can undo it for a day', () => {
  const { results, events } = lifeOf('positive', 'loss');
  const [loss] = events;
  const offered = (now: number, byTeam = false) =>
    careStatus({ results, events: [{ ...loss!, byTeam }] }, now, ZONE).lossToUndo;
  expect(offered(loss!.receivedAt + DAY - 1)).toBe(loss!.id);
  expect(offered(loss!.receivedAt + DAY)).toBeNull();
  expect(offered(loss!.receivedAt, true)).toBeNull();
});

test('the patient who reported a stop can undo it for a day, until something else happens', () => {
  const { events } = lifeOf('stop');
  const [stop] = events;
  const offered = (now: number, byTeam = false, results: readonly PregnancyFact[] = []) =>
    careStatus({ results, events: [{ ...stop!, byTeam }] }, now, ZONE).stopToUndo;
  const until = stop!.receivedAt + DAY;
  expect(offered(until - 1)).toEqual({ id: stop!.id, until });
  expect(offered(until)).toBeNull();
  expect(offered(stop!.receivedAt, true)).toBeNull();
  expect(offered(stop!.receivedAt, false, lifeOf('stop', 'positive').results)).toBeNull();
});

test('an old positive that arrives after a loss changes nothing', () => {
  const loss = factOf('loss', { id: 'loss', onDay: 5 });
  for (const onDay of [3, 5]) {
    const positive = factOf('positive', { id: 'positive', onDay, arrives: 8 });
    expect(careState(factsOf([loss, positive]), NOW, ZONE)).toBe('after-loss');
    const resume = factOf('resume', { id: 'resume', onDay: 7 });
    expect(careState(factsOf([loss, positive, resume]), NOW, ZONE)).toBe('treatment');
  }
});

/** For day 2, reported on day 9, with everything else on time. */
const lossReportedLate = (...rest: [Reported, number][]) =>
  factsOf([
    factOf('loss', { id: 'loss', onDay: 2, arrives: 9 }),
    ...rest.map(([reported, onDay], at) => factOf(reported, { id: `rest-${at}`, onDay })),
  ]);

test.each<[string, [Reported, number][], CareState]>([
  [
    'a pause and a resume',
    [
      ['pause', 1],
      ['resume', 5],
    ],
    'after-loss',
  ],
  [
    'a pause after it, and a resume',
    [
      ['pause', 3],
      ['resume', 5],
    ],
    'after-loss',
  ],
  [
    'a stop and a resume',
    [
      ['positive', 1],
      ['stop', 3],
      ['resume', 5],
    ],
    'after-loss',
  ],
  [
    'doubt that was resolved',
    [
      ['unclear', 1],
      ['resolve treatment', 5],
    ],
    'after-loss',
  ],
  [
    'doubt that was resolved to a pregnancy',
    [
      ['unclear', 1],
      ['resolve pregnant', 5],
    ],
    'after-loss',
  ],
  [
    'a positive after a resume',
    [
      ['pause', 1],
      ['resume', 5],
      ['positive', 7],
    ],
    'after-loss',
  ],
  ['a stop that nobody has lifted', [['stop', 5]], 'stopped'],
  [
    'a resume that knew of it',
    [
      ['pause', 1],
      ['resume', 10],
    ],
    'treatment',
  ],
])('a loss reported late remains after %s, until someone who knows of it decides', (_, rest, ends) => {
  const status = careStatus(lossReportedLate(...rest), NOW, ZONE);
  expect([status.state, status.afterLoss]).toEqual([ends, ends !== 'treatment']);
});

test('a loss reported again by another device after the clinician resumed treatment changes nothing', () => {
  const facts = [
    factOf('loss', { id: 'phone', onDay: 2 }),
    factOf('resume', { id: 'clinician', onDay: 5 }),
    factOf('loss', { id: 'laptop', onDay: 2, arrives: 9 }),
  ];
  expect(careState(factsOf(facts), NOW, ZONE)).toBe('treatment');
});

test('of two losses, the one reported within the day can be undone, whatever day it is about', () => {
  const early = factOf('loss', { id: 'early', onDay: 5 });
  const late = factOf('loss', { id: 'late', onDay: 3, arrives: 9 });
  expect(careStatus(factsOf([early, late]), late.receivedAt + 1, ZONE).lossToUndo).toBe('late');
});

test('a negative from an earlier day that arrives after a positive leaves no doubt', () => {
  const positive = factOf('positive', { id: 'positive', onDay: 5 });
  const negative = factOf('negative', { id: 'negative', onDay: 3, arrives: 8 });
  expect(careState(factsOf([positive, negative]), NOW, ZONE)).toBe('pregnant');
});

test('facts from the same day count in the order they arrived', () => {
  const loss = factOf('loss', { id: 'a', onDay: 5, arrives: 6 });
  const stop = factOf('stop', { id: 'b', onDay: 5, arrives: 5 });
  expect(careState(factsOf([loss, stop]), NOW, ZONE)).toBe('after-loss');
});

test('the state comes with the day it started', () => {
  expect(statusAfter('negative').since).toBeNull();
  expect(statusAfter('pause', 'pause').since).toBe(FIRST_DAY);
});
