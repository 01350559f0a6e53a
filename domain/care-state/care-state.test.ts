import { describe, expect, test } from 'vitest';
import { DAY, instantFromIso } from '../time/instant.ts';
import { careStatus, careState } from './care-state.ts';
import type { CareState, OutcomeEventKind, PregnancyFact } from './facts.ts';
import { refusalOf, type Who } from './refusal.ts';
import { ROWS, TABLE, type Row } from './testing-table.ts';
import { factOf, factsOf, FIRST_DAY, lifeOf, NOW, type Reported } from './testing.ts';

const ZONE = 'America/New_York';
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
  ])('%s, the positive before it taken back: %s', (row, ends) => {
    const { results, events } = lifeOf(
      'positive',
      ...ROWS[row].filter((reported) => reported !== 'positive'),
    );
    const withoutIt = { results: results.filter(({ result }) => result !== 'positive'), events };
    expect(careState(withoutIt, NOW, ZONE)).toBe(ends);
  });
});

test('a resume leads back to where the pause began, and not to treatment for somebody who was unsure', () => {
  expect(stateAfter('unclear', 'pause', 'pause', 'resume')).toBe('unsure');
  expect(stateAfter('pause', 'pause', 'resume')).toBe('treatment');
});

test('a positive counts until the next resume, and in its own cycle', () => {
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

test('the care team resolves what is in doubt alone, and a patient nothing', () => {
  const who = (status = statusAfter('unclear')) =>
    WHO.filter((one) => refusalOf(status, 'resolve', one) === null);
  expect(who()).toEqual(['coach', 'clinician']);
  expect(who(statusAfter('positive', 'negative'))).toEqual(['coach', 'clinician']);
  for (const row of ['treatment', 'paused', 'pregnant', 'after-loss', 'stopped'] as const) {
    expect(who(statusAfter(...ROWS[row]))).toEqual([]);
  }
});

test('whoever stops after a loss goes on with the clinician, not with the coach', () => {
  const status = statusAfter('loss', 'stop');
  expect(WHO.filter((who) => refusalOf(status, 'resume', who) === null)).toEqual(['clinician']);
});

test('no test and no pause leads whoever stopped after a loss around the clinician', () => {
  expect(stateAfter('loss', 'stop', 'unclear', 'negative')).toBe('stopped');
  const status = statusAfter('loss', 'stop', 'unclear', 'pause', 'resume', 'negative');
  expect([status.state, status.afterLoss]).toEqual(['stopped', true]);
  expect(WHO.filter((who) => refusalOf(status, 'resume', who) === null)).toEqual(['clinician']);
});

test('the status of the record follows the state, and stays as it was while nobody knows', () => {
  const statuses = Object.values(ROWS).map((reported) => statusAfter(...reported).status);
  expect(statuses).toEqual(['Active', 'Paused', 'Pregnant', 'Active', 'Pregnant', 'Paused', 'Withdrawn']);
  expect(statusAfter('stop', 'unclear').status).toBe('Withdrawn');
});

test('a pause asks on its last day whether to go on, in the patient’s own zone, and never resumes by itself', () => {
  const [pause] = lifeOf('pause').events;
  const facts = { results: [], events: [{ ...pause!, until: '2026-11-20' }] };
  const at = (iso: string) => careStatus(facts, instantFromIso(iso), ZONE);
  expect(at('2026-11-20T04:59:00Z').pause).toEqual({ until: '2026-11-20', isOver: false });
  expect(at('2026-11-20T05:00:00Z').pause).toEqual({ until: '2026-11-20', isOver: true });
  expect(at('2027-11-20T05:00:00Z').state).toBe('paused');
});

test('a loss can be taken back for a day by the patient who reported it', () => {
  const { results, events } = lifeOf('positive', 'loss');
  const [loss] = events;
  const offered = (now: number, byTeam = false) =>
    careStatus({ results, events: [{ ...loss!, byTeam }] }, now, ZONE).lossToTakeBack;
  expect(offered(loss!.receivedAt + DAY - 1)).toBe(loss!.id);
  expect(offered(loss!.receivedAt + DAY)).toBeNull();
  expect(offered(loss!.receivedAt, true)).toBeNull();
});

test('a stop can be undone for a day by the patient who reported it, until something else has happened', () => {
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

/** Of day 2, told on day 9, with all of the rest in its time. */
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
])('a loss that is told late stands after %s, until somebody decides who knows of it', (_, rest, ends) => {
  const status = careStatus(lossReportedLate(...rest), NOW, ZONE);
  expect([status.state, status.afterLoss]).toEqual([ends, ends !== 'treatment']);
});

test('a loss that another device tells again after the clinician went on changes nothing', () => {
  const facts = [
    factOf('loss', { id: 'phone', onDay: 2 }),
    factOf('resume', { id: 'clinician', onDay: 5 }),
    factOf('loss', { id: 'laptop', onDay: 2, arrives: 9 }),
  ];
  expect(careState(factsOf(facts), NOW, ZONE)).toBe('treatment');
});

test('of two losses the one that was told within the day can be taken back, whichever day it speaks of', () => {
  const early = factOf('loss', { id: 'early', onDay: 5 });
  const late = factOf('loss', { id: 'late', onDay: 3, arrives: 9 });
  expect(careStatus(factsOf([early, late]), late.receivedAt + 1, ZONE).lossToTakeBack).toBe('late');
});

test('a negative of an earlier day that arrives after a positive leaves no doubt', () => {
  const positive = factOf('positive', { id: 'positive', onDay: 5 });
  const negative = factOf('negative', { id: 'negative', onDay: 3, arrives: 8 });
  expect(careState(factsOf([positive, negative]), NOW, ZONE)).toBe('pregnant');
});

test('facts of one day count in the order of their arrival', () => {
  const loss = factOf('loss', { id: 'a', onDay: 5, arrives: 6 });
  const stop = factOf('stop', { id: 'b', onDay: 5, arrives: 5 });
  expect(careState(factsOf([loss, stop]), NOW, ZONE)).toBe('after-loss');
});

test('the state is said with the day on which it began', () => {
  expect(statusAfter('negative').since).toBeNull();
  expect(statusAfter('pause', 'pause').since).toBe(FIRST_DAY);
});
