import { expect, test } from 'vitest';
import { gate } from './access-gate.ts';

const ready = { privacyPolicyAccepted: true, dataUsageConsent: true, onboardingCompleted: true };

test('a patient who consented and finished the walkthrough gets in', () => {
  expect(gate(ready, '/home')).toBeNull();
});

test('both consents are needed, and come before the walkthrough', () => {
  expect(gate({ ...ready, privacyPolicyAccepted: false }, '/home')).toBe('/privacy-terms');
  expect(gate({ ...ready, dataUsageConsent: false }, '/home')).toBe('/privacy-terms');
  expect(gate({ ...ready, dataUsageConsent: false, onboardingCompleted: false }, '/home')).toBe(
    '/privacy-terms',
  );
});

test('with consent but without the walkthrough, the walkthrough comes next', () => {
  expect(gate({ ...ready, onboardingCompleted: false }, '/home')).toBe('/onboarding');
});

test.each(['/treatment-day', '/applicator-instructions', '/feeling'])(
  '%s is open without consent: a cap has to come out, and help waits for nothing',
  (path) => {
    expect(gate({ ...ready, dataUsageConsent: false }, path)).toBeNull();
    expect(gate({ ...ready, onboardingCompleted: false }, path)).toBeNull();
  },
);
