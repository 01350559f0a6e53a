import { expect, test } from 'vitest';
import { gate } from './access-gate.ts';

const ready = { privacyPolicyAccepted: true, dataUsageConsent: true, onboardingCompleted: true };

test('a patient who consented and finished the walkthrough gets in', () => {
  expect(gate(ready)).toBeNull();
});

test('both consents are needed, and come before the walkthrough', () => {
  expect(gate({ ...ready, privacyPolicyAccepted: false })).toBe('/privacy-terms');
  expect(gate({ ...ready, dataUsageConsent: false })).toBe('/privacy-terms');
  expect(gate({ ...ready, dataUsageConsent: false, onboardingCompleted: false })).toBe('/privacy-terms');
});

test('with consent but without the walkthrough, the walkthrough comes next', () => {
  expect(gate({ ...ready, onboardingCompleted: false })).toBe('/onboarding');
});
