import { describe, expect, test } from 'vitest';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import { aheadOf, type AheadFacts } from './ahead.ts';
import { ALL_STEPS, stepAt } from './testing.ts';
import type { PhaseId } from './types.ts';

const NOW = instantFromIso('2026-11-16T15:00:00Z');
const NOTHING: AheadFacts = { appointments: [], trackingUrl: null, plan: { callsHeld: [], callsPast: {} } };
const call = (appointmentType: string, minutes: number) => ({
  appointmentType,
  name: `The ${appointmentType}`,
  startsAt: NOW + minutes * MINUTE,
  endsAt: NOW + (minutes + 30) * MINUTE,
});
const ahead = (phase: PhaseId, some: Partial<AheadFacts> = {}) =>
  aheadOf(stepAt(phase), { ...NOTHING, ...some }, NOW);

describe.each([
  ['consultation-prep', 'initial-consultation'],
  ['consultation', 'meet-your-clinical-coach'],
  ['post-treatment', 'post-treatment-review'],
] as const)('%s', (phase, kind) => {
  test('names its booked call, the soonest first', () => {
    const appointments = [call(kind, 600), call(kind, 60), call('clinical-coach-support-call', 5)];
    expect(ahead(phase, { appointments })).toEqual([
      { kind: 'call', name: `The ${kind}`, startsAt: NOW + 60 * MINUTE },
      { kind: 'call', name: `The ${kind}`, startsAt: NOW + 600 * MINUTE },
    ]);
  });

  test('includes a call in progress, but not one that is over', () => {
    expect(ahead(phase, { appointments: [call(kind, -10)] })).toHaveLength(1);
    const over = {
      appointments: [call(kind, -31)],
      plan: { callsHeld: [], callsPast: { [kind]: NOW - 31 * MINUTE } },
    };
    expect(ahead(phase, over)).toEqual([]);
  });
});

test('the kit is upcoming until there is a package to track', () => {
  expect(ahead('optimize')).toEqual([{ kind: 'kit' }]);
  expect(ahead('optimize', { trackingUrl: 'https://post.example.com/1' })).toEqual([]);
});

test('the coach call is upcoming until it has taken place, even if no one knows', () => {
  expect(ahead('consultation')).toEqual([{ kind: 'coach-talk' }]);
  expect(ahead('consultation', { plan: null })).toEqual([{ kind: 'coach-talk' }]);
  expect(ahead('consultation', { plan: { callsHeld: ['meet-your-clinical-coach'], callsPast: {} } })).toEqual(
    [],
  );
});

test('the consultation is upcoming until it has taken place or its time has passed', () => {
  expect(ahead('consultation-prep')).toEqual([{ kind: 'consultation' }]);
  const held = { callsHeld: ['initial-consultation'], callsPast: {} };
  expect(ahead('consultation-prep', { plan: held })).toEqual([]);
});

test('no treatment step asks', () => {
  for (const step of ALL_STEPS.filter(({ cycle }) => cycle !== null)) {
    expect(
      aheadOf(step, { ...NOTHING, appointments: [call('clinical-coach-support-call', 5)] }, NOW),
    ).toEqual([]);
  }
});

test('a cycle with an applicator asks before the next one, until a test or a period has ended it', () => {
  const inCycle = (phase: PhaseId, ticks: NonNullable<AheadFacts['ticks']> | null) =>
    aheadOf(stepAt(phase, 1), { ...NOTHING, ticks }, NOW);
  const waits = { isSecondAhead: true, isTestAhead: true };
  expect(inCycle('applicators', waits)).toEqual([{ kind: 'second-applicator' }]);
  expect(inCycle('testing', waits)).toEqual([{ kind: 'pregnancy-test' }]);
  for (const phase of ['applicators', 'testing'] as const)
    for (const ticks of [null, { isSecondAhead: false, isTestAhead: false }])
      expect(inCycle(phase, ticks)).toEqual([]);
});
