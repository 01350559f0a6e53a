import { expect, test } from 'vitest';
import { dueTasks } from './due.ts';
import type { NextStepFacts } from './facts.ts';
import { mayUseApplicator } from './may-use.ts';
import { CYCLE, FACTS, inCycle, NO_KIT } from './testing.ts';

const onPeak = (more: Partial<NextStepFacts> = {}): NextStepFacts => ({
  ...FACTS,
  ...inCycle('first-applicator', more),
});

test('an applicator may be used with a kit, when no clinician and no coach comes first', () => {
  expect(mayUseApplicator(onPeak())).toBe(true);
  for (const safety of ['check', 'confirm'] as const) expect(mayUseApplicator(onPeak({ safety }))).toBe(true);
});

const IN_THE_WAY: [string, Partial<NextStepFacts>][] = [
  ['no consultation took place, so there is no kit', { callsHeld: [] }],
  ['the kit is on its way', { kit: { ...NO_KIT, isAsked: true } }],
  ['the safety check blocks treatment', { safety: 'held' }],
];

test.each(IN_THE_WAY)('%s: none may be used, and no one asks how it went', (_, facts) => {
  expect(mayUseApplicator(onPeak(facts))).toBe(false);
  expect([...dueTasks(onPeak(facts))]).toEqual([]);
});

test('where the coach comes first, none may be used', () => {
  const cycle: NextStepFacts['cycle'] = { ...CYCLE, next: 'first-applicator', askCoach: ['second-surge'] };
  expect(mayUseApplicator(onPeak({ cycle }))).toBe(false);
});

test('an applicator that was used is asked about all the same', () => {
  const applicators = { usedOn: ['2026-11-18'], surveysSent: 0, unreported: 1 };
  expect([...dueTasks(onPeak({ safety: 'held', applicators }))]).toContain('first-applicator-survey');
});
