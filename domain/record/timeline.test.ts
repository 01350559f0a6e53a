import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordFacts } from '../contracts/team/record-facts.ts';
import { SAFETY_QUESTIONS } from '../copy/safety-check.ts';
import { instantFromIso } from '../time/instant.ts';
import { FACTS, ID, LIND } from './testing.ts';
import { timelineOf } from './timeline.ts';
import { canEndWith } from '../worklist/ends.ts';
import { RULES, titleOf } from '../worklist/items-of.ts';
import { ATTEMPTS, DONE_OUTCOMES, OUTCOME_WORDS } from '../worklist/outcomes.ts';

const ZONE = 'America/New_York';
const READER = {
  role: 'clinician',
  now: instantFromIso('2026-03-31T00:00:00Z'),
  zone: 'Europe/London',
} as const;

test('everything is in one list, newest first, whatever zone a moment is written in', () => {
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

test('results and surveys use the words of their forms', () => {
  const texts = Object.fromEntries(timelineOf(FACTS, ZONE, READER).map(({ id, text }) => [id, text]));
  expect(texts[ID(1)]).toBe('Negative');
  expect(texts[ID(2)]).toBe('Peak (Positive LH Surge)');
  expect(texts[ID(3)]).toContain('Found it difficult');
  expect(texts[ID(3)]).toContain(': It hurt');
  expect(texts[ID(3)]).toContain('Day of insemination: March 2, 2026');
  expect(texts[ID(3)]!.split('\n')).toHaveLength(7);
  expect(texts[ID(4)]).toBe('Cycle 1');
});

test('a call shows its outcome, once known', () => {
  const textWith = (outcome: RecordFacts['calls'][number]['outcome']) =>
    timelineOf({ ...FACTS, calls: FACTS.calls.map((call) => ({ ...call, outcome })) }, ZONE, READER).find(
      ({ kind }) => kind === 'call',
    )!.text;
  expect(textWith(null)).toBe('Needs an outcome');
  expect(textWith('took-place')).toBe('Completed');
  expect(textWith('patient-did-not-come')).toBe('No-show');
  expect(textWith('we-could-not')).toBe('Canceled by clinic');
});

test('two entries at the same moment always have the same order', () => {
  const same = FACTS.results.map((result) => ({ ...result, takenAt: '2026-03-01T08:00:00Z' }));
  const order = (results: RecordFacts['results']) =>
    timelineOf({ ...FACTS, results }, ZONE, READER).map(({ id }) => id);
  expect(order(same)).toEqual(order(same.toReversed()));
});

test('pauses, losses and stops say who decided them, and whether they were undone', () => {
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
          loggedBy: null,
          canUndo: false,
        },
      ],
      periods: [
        {
          id: ID(6),
          kind: 'period',
          day: '2026-03-09',
          at: '2026-03-10T09:00:00Z',
          loggedBy: null,
          isOfPresentBody: true,
        },
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
    .map(({ title, text, who, canUndo }) => [title, text.split('\n'), who?.name, canUndo ?? false]);
  expect(timeline.find(({ title }) => title === 'Safety check cleared')).toEqual({
    kind: 'decision',
    id: ID(7),
    at: '2026-03-11T09:00:00Z',
    title: 'Safety check cleared',
    text: 'Treated',
    who: LIND,
  });
  expect(lines).toEqual([
    ['Treatment paused', ['Until April 1, 2026', 'A journey'], 'Marisol Vega', false],
    ['Loss', ['On March 9, 2026', 'Undone by Marisol Vega'], undefined, false],
    ['Resolved', ['After a loss'], 'Marisol Vega', false],
    ['Pregnancy test undone', ['Positive, March 8, 2026'], 'Marisol Vega', false],
    [
      'Safety check',
      [
        'Stop, cycle 2',
        `${SAFETY_QUESTIONS.sti} Not sure`,
        'Corrected by the patient. First answer: Needs a clinician’s review',
        `${SAFETY_QUESTIONS.coil} Yes`,
      ],
      undefined,
      false,
    ],
    [
      'Urgent symptoms',
      ['Pain, fever or feeling very unwell; severe; since March 10, 2026', 'It hurts'],
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

test('only a clinician can undo a loss that is a day old or that a clinician recorded', () => {
  const loss = { id: ID(1), day: '2026-03-30', cycle: 1, until: null };
  const canUndo = (role: 'coach' | 'clinician', who: typeof LIND | null, receivedAt: string) =>
    timelineOf(
      {
        ...FACTS,
        outcomes: [
          { ...loss, kind: 'loss', reason: null, resolvedTo: null, takenBack: null, who, receivedAt },
        ],
      },
      ZONE,
      { ...READER, role },
    ).find(({ kind }) => kind === 'outcome')!.canUndo;
  const [fresh, old] = ['2026-03-30T01:00:00Z', '2026-03-30T00:00:00Z'];
  expect(canUndo('coach', null, fresh)).toBe(true);
  expect(canUndo('coach', { name: 'Marisol Vega', role: 'coach' }, fresh)).toBe(true);
  expect(canUndo('coach', { ...LIND, role: 'clinician' }, fresh)).toBe(false);
  expect(canUndo('coach', null, old)).toBe(false);
  expect(canUndo('clinician', null, old)).toBe(true);
});

test('an entry with a day and no time is sorted into that day for the reader, and says who logged it', () => {
  const [pregnancy, ovulation] = FACTS.results;
  const timeline = timelineOf(
    {
      ...FACTS,
      results: [
        { ...pregnancy!, takenOn: '2026-03-05', takenAt: '2026-03-05T12:00:00Z', loggedBy: LIND },
        // The portal sends noon in the patient's zone for a test on another day.
        { ...ovulation!, takenOn: '2026-03-01', takenAt: '2026-03-01T17:00:00Z' },
      ],
      surveys: [{ ...FACTS.surveys[0]!, loggedBy: LIND, canUndo: true }],
      periods: [
        {
          id: ID(8),
          kind: 'period',
          day: '2026-02-27',
          at: '2026-03-10T09:00:00Z',
          loggedBy: LIND,
          isOfPresentBody: true,
        },
      ],
    },
    ZONE,
    { ...READER, zone: 'Asia/Tokyo' },
  );
  const days = timeline.filter(({ isDay }) => isDay);
  expect(days.map(({ title, at, who, canUndo }) => [title, at, who?.name, canUndo])).toEqual([
    ['Pregnancy test', '2026-03-05T03:00:00.000Z', 'Dr. Lind', true],
    ['Applicator used', '2026-03-02T03:00:00.000Z', 'Dr. Lind', true],
    ['Ovulation test', '2026-03-01T03:00:00.000Z', undefined, true],
    ['First day of a period', '2026-02-27T03:00:00.000Z', 'Dr. Lind', true],
  ]);
});

const anyDecision = fc.record({
  rule: fc.constantFrom(...RULES.map(({ id }) => id), 'a-rule-of-before'),
  act: fc.oneof(
    fc.record({
      decision: fc.constantFrom('take', 'release', 'reopen', 'hand-over' as const),
      outcome: fc.constant(null),
      remindAt: fc.constant(null),
    }),
    fc.record({
      decision: fc.constant('done' as const),
      outcome: fc.constantFrom(...DONE_OUTCOMES),
      remindAt: fc.constant(null),
    }),
    fc.record({
      decision: fc.constant('contact' as const),
      outcome: fc.constantFrom(...ATTEMPTS),
      remindAt: fc.constantFrom(null, '2026-03-05T14:00:00Z'),
    }),
    fc.record({
      decision: fc.constant('remind' as const),
      outcome: fc.constant(null),
      remindAt: fc.constant('2026-03-05T14:00:00Z'),
    }),
  ),
  words: fc.option(fc.constantFrom('Her sister drives.', 'Voicemail.')),
});

test('every act on an item is in the timeline, with its comment and who did it', () => {
  fc.assert(
    fc.property(fc.array(anyDecision, { maxLength: 9 }), (acts) => {
      const decisions = acts.map(({ rule, act, words }, number) => ({
        ...act,
        id: `00000000-0000-4000-8000-0000000000${number + 10}`,
        key: `${rule}:${number}`,
        words,
        to: act.decision === 'hand-over' ? 'Imani Brooks' : null,
        at: '2026-03-04T09:00:00Z',
        who: LIND,
      }));
      const entries = timelineOf({ ...FACTS, decisions }, ZONE, READER).filter(
        ({ kind }) => kind === 'decision',
      );
      const told = new Map(entries.map((entry) => [entry.id, entry]));
      expect(told.size).toBe(decisions.length);
      for (const { id, key, words, outcome, remindAt } of decisions) {
        const { title, text, who } = told.get(id)!;
        expect(title).toContain(`${titleOf(key)}: `);
        if (outcome) expect(title).toContain(OUTCOME_WORDS[outcome]);
        if (words) expect(text).toContain(words);
        if (remindAt) expect(text).toContain('Reminder: Thu, Mar 5, 2:00 pm');
        expect(who).toEqual(LIND);
      }
    }),
  );
});

test('an older decision shows what was stored, even if its item ends differently today', () => {
  const before = {
    id: ID(9),
    key: 'possible-loss:one',
    decision: 'done' as const,
    outcome: 'nothing' as const,
    words: 'Test was read wrongly.',
    remindAt: null,
    to: null,
    at: '2026-03-04T09:00:00Z',
    who: LIND,
  };
  expect(canEndWith({ rule: 'possible-loss' }, before.outcome)).toBe(false);
  expect(timelineOf({ ...FACTS, decisions: [before] }, ZONE, READER)).toContainEqual(
    expect.objectContaining({
      title: 'Possible loss: Nothing needed',
      text: 'Test was read wrongly.',
      who: LIND,
    }),
  );
});
