import { expect, test } from 'vitest';
import { ABSTINENCE } from '@domain/copy/abstinence.ts';
import { OPTIONS } from '@domain/onboarding/questionnaire.ts';
import { OVULATION_RESULTS, type OvulationResult } from '@domain/results/ovulation.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { testInCycle } from './test-in-cycle.ts';

const TODAY = '2026-11-18';

/** The answer of `own_cycle` for someone who has logged nothing yet. */
const cycleOf = (familySetUp: string | null) => ({
  periods: [],
  used: [],
  bodySince: null,
  statedLength: null,
  familySetUp,
  checks: [],
  symptomsToldAt: [],
  today: { uses: [], held: [], past: {} },
});

const abstinenceAfter = (result: OvulationResult, familySetUp: string | null) =>
  testInCycle(
    {
      ownCycle: cycleOf(familySetUp),
      ownPlan: undefined,
      trackingUrl: null,
      now: instantFromIso('2026-11-18T15:00:00Z'),
      zone: 'America/New_York',
      results: [],
      events: [],
      careState: 'treatment',
      cycle: 1,
    },
    { result, takenOn: TODAY },
    TODAY,
  ).abstinence;

test('a high reminds those who give the sample of the days before it', () => {
  for (const setUp of ['Heterosexual couple', 'Same-sex couple with surrogate', 'Single male with surrogate'])
    expect(abstinenceAfter('High (Rising LH)', setUp)).toBe(ABSTINENCE);
});

test('no one with a donor’s sample is reminded, and no one of whose sample nothing is known', () => {
  const others = OPTIONS.family_set_up.filter((setUp) => /donor|Other/.test(setUp));
  expect(others).toHaveLength(4);
  for (const setUp of [...others, null]) expect(abstinenceAfter('High (Rising LH)', setUp)).toBeNull();
});

test('after any other result there is no reminder: it would be too early, or too late', () => {
  for (const result of OVULATION_RESULTS.filter((one) => one !== 'High (Rising LH)'))
    expect(abstinenceAfter(result, 'Heterosexual couple')).toBeNull();
});
