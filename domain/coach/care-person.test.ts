import { expect, test } from 'vitest';
import type { PhaseId } from '../journey/types.ts';
import { isCliniciansStep } from './care-person.ts';

const at = (phaseId: PhaseId | null, facts = {}) =>
  isCliniciansStep({ phaseId, callsHeld: [], asks: true, isHeld: false, ...facts });

test.each<[PhaseId, string]>([
  ['welcome', 'initial-consultation'],
  ['consultation-prep', 'initial-consultation'],
  ['post-treatment', 'post-treatment-review'],
])('in %s the next step is a clinician’s until the call has taken place', (phaseId, call) => {
  expect(at(phaseId)).toBe(true);
  expect(at(phaseId, { callsHeld: [call] })).toBe(false);
  expect(at(phaseId, { callsHeld: ['meet-your-clinical-coach'] })).toBe(true);
});

test.each<PhaseId>(['optimize', 'consultation', 'ovulation', 'abstinence', 'applicators', 'testing'])(
  'in %s the coach is next, unless a safety check is waiting for a clinician',
  (phaseId) => {
    expect(at(phaseId)).toBe(false);
    expect(at(phaseId, { isHeld: true })).toBe(true);
  },
);

test('a plan that asks for nothing, or is finished, is the coach’s', () => {
  expect(at('post-treatment', { asks: false })).toBe(false);
  expect(at('ovulation', { asks: false, isHeld: true })).toBe(false);
  expect(at(null)).toBe(false);
});
