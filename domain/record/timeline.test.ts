import { expect, test } from 'vitest';
import type { RecordFacts } from '../contracts/team/record-facts.ts';
import { SAFETY_QUESTIONS } from '../copy/safety-check.ts';
import { instantFromIso } from '../time/instant.ts';
import { FACTS, ID, LIND } from './testing.ts';
import { timelineOf } from './timeline.ts';

const ZONE = 'America/New_York';
const READER = { role: 'clinician', now: instantFromIso('2026-03-31T00:00:00Z') } as const;

test('everything stands in one list, newest first, whatever zone a moment is written in', () => {
  expect(
    timelineOf(FACTS, ZONE, READER).map(({ kind, title, who }) => [kind, title, who?.name ?? null]),
  ).toEqual([
    ['note', 'Consultation note', 'Dr. Lind'],
    ['call', 'Initial Consultation', 'Dr. Lind'],
    ['result', 'Pregnancy test', null],
    ['contact', 'Phone call', 'Dr. Lind'],
    ['phase', 'Completed: Use your applicators', null],
    ['survey', 'Applicator survey', null],
    ['result', 'Ovulation test', null],
  ]);
});

test('results and surveys are told in the words of their forms', () => {
  const texts = Object.fromEntries(timelineOf(FACTS, ZONE, READER).map(({ id, text }) => [id, text]));
  expect(texts[ID(1)]).toBe('Negative');
  expect(texts[ID(2)]).toBe('Peak (Positive LH Surge)');
  expect(texts[ID(3)]).toContain('Found it difficult');
  expect(texts[ID(3)]).toContain(': It hurt');
  expect(texts[ID(3)]).toContain('Day of insemination: March 2, 2026');
  expect(texts[ID(3)]!.split('\n')).toHaveLength(7);
  expect(texts[ID(4)]).toBe('Cycle 1');
});

test('a call says how it went, once that is known', () => {
  const textWith = (outcome: RecordFacts['calls'][number]['outcome']) =>
    timelineOf({ ...FACTS, calls: FACTS.calls.map((call) => ({ ...call, outcome })) }, ZONE, READER).find(
      ({ kind }) => kind === 'call',
    )!.text;
  expect(textWith(null)).toBe('Booked');
  expect(textWith('took-place')).toBe('Completed');
  expect(textWith('patient-did-not-come')).toBe('No-show');
  expect(textWith('we-could-not')).toBe('Canceled by clinic');
});

test('two of the same moment always stand in the same order', () => {
  const same = FACTS.results.map((result) => ({ ...result, takenAt: '2026-03-01T08:00:00Z' }));
  const order = (results: RecordFacts['results']) =>
    timelineOf({ ...FACTS, results }, ZONE, READER).map(({ id }) => id);
  expect(order(same)).toEqual(order(same.toReversed()));
});

test('what happens beside the road of treatment is told with who decided it, and whether it was taken back', () => {
  const VEGA = { name: 'Marisol Vega', role: 'coach' };
  const outcome = {
    cycle: 1,
    until: null,
    reason: null,
    resolvedTo: null,
    who: VEGA,
    takenBack: null,
    receivedAt: '2026-03-10T09:00:00Z',
  };
  const timeline = timelineOf(
    {
      ...FACTS,
      outcomes: [
        { ...outcome, id: ID(1), kind: 'pause', day: '2026-03-10', until: '2026-04-01', reason: 'A journey' },
        {
          ...outcome,
          id: ID(2),
          kind: 'loss',
          day: '2026-03-09',
          who: null,
          takenBack: { at: '2026-03-11T09:00:00Z', who: VEGA },
        },
        { ...outcome, id: ID(3), kind: 'resolve', day: '2026-03-10', resolvedTo: 'after-loss' },
      ],
      takenBack: [
        {
          id: ID(4),
          type: 'PREGNANCY',
          result: 'positive',
          takenOn: '2026-03-08',
          at: '2026-03-10T09:00:00Z',
          who: VEGA,
        },
      ],
      symptoms: [
        {
          id: ID(5),
          signs: ['pain', 'fever'],
          strength: 'strong',
          since: '2026-03-10',
          words: 'It hurts',
          urgent: true,
          at: '2026-03-10T09:00:00Z',
        },
      ],
      periods: [
        { id: ID(6), kind: 'period', day: '2026-03-09', at: '2026-03-10T09:00:00Z', isOfPresentBody: true },
      ],
      safetyChecks: [
        {
          id: ID(7),
          cycle: 2,
          outcome: 'stop',
          reasons: ['sti'],
          answers: { sti: 'not-sure' },
          corrected: [
            { outcome: 'clinician', reasons: ['coil'], answers: { coil: 'yes' }, at: '2026-03-10T08:55:00Z' },
          ],
          at: '2026-03-10T09:00:00Z',
          cleared: { at: '2026-03-11T09:00:00Z', words: 'Treated', who: LIND },
        },
      ],
    },
    ZONE,
    READER,
  );
  const lines = timeline
    .filter(({ at }) => at === '2026-03-10T09:00:00Z')
    .map(({ title, text, who, canTakeBack }) => [title, text.split('\n'), who?.name, canTakeBack ?? false]);
  expect(lines).toEqual([
    ['Treatment paused', ['Until April 1, 2026', 'A journey'], 'Marisol Vega', false],
    ['Loss', ['On March 9, 2026', 'Undone by Marisol Vega'], undefined, false],
    ['Resolved', ['After a loss'], 'Marisol Vega', false],
    ['Pregnancy test taken back', ['Positive, March 8, 2026'], 'Marisol Vega', false],
    ['First day of a period', ['March 9, 2026'], undefined, false],
    [
      'Safety check',
      [
        'Stop, cycle 2',
        `${SAFETY_QUESTIONS.sti} Not sure`,
        'Corrected by the patient. Sent before: A clinician needs to look at it',
        `${SAFETY_QUESTIONS.coil} Yes`,
        'Cleared by Dr. Lind: Treated',
      ],
      undefined,
      false,
    ],
    [
      'Urgent symptoms',
      ['Pain, fever or very unwell; strong; since March 10, 2026', 'It hurts'],
      undefined,
      false,
    ],
  ]);
});

test('a stop and its undoing are two entries, each at its own time', () => {
  const stop = {
    id: ID(1),
    kind: 'stop',
    day: '2026-03-10',
    cycle: 1,
    until: null,
    reason: null,
    resolvedTo: null,
    who: null,
    receivedAt: '2026-03-10T09:00:00Z',
    takenBack: { at: '2026-03-10T15:00:00Z', who: null },
  } as const;
  const timeline = timelineOf({ ...FACTS, outcomes: [stop] }, ZONE, READER);
  expect(
    timeline.filter(({ kind }) => kind === 'outcome').map(({ at, title, text }) => [at, title, text]),
  ).toEqual([
    ['2026-03-10T15:00:00Z', 'Undone: Treatment stopped', ''],
    ['2026-03-10T09:00:00Z', 'Treatment stopped', 'Undone by the patient'],
  ]);
});

test('a loss is undone by a clinician alone once it is a day old, or where a clinician recorded it', () => {
  const loss = { id: ID(1), day: '2026-03-30', cycle: 1, until: null };
  const canTakeBack = (role: 'coach' | 'clinician', who: typeof LIND | null, receivedAt: string) =>
    timelineOf(
      {
        ...FACTS,
        outcomes: [
          { ...loss, kind: 'loss', reason: null, resolvedTo: null, takenBack: null, who, receivedAt },
        ],
      },
      ZONE,
      { ...READER, role },
    ).find(({ kind }) => kind === 'outcome')!.canTakeBack;
  const [fresh, old] = ['2026-03-30T01:00:00Z', '2026-03-30T00:00:00Z'];
  expect(canTakeBack('coach', null, fresh)).toBe(true);
  expect(canTakeBack('coach', { name: 'Marisol Vega', role: 'coach' }, fresh)).toBe(true);
  expect(canTakeBack('coach', { ...LIND, role: 'clinician' }, fresh)).toBe(false);
  expect(canTakeBack('coach', null, old)).toBe(false);
  expect(canTakeBack('clinician', null, old)).toBe(true);
});
