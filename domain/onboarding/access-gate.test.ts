import { expect, test } from 'vitest';
import { gate } from './access-gate.ts';

const ready = {
  privacyPolicyAccepted: true,
  dataUsageConsent: true,
  onboardingCompleted: true,
  hasWithdrawn: false,
};
const newcomer = {
  ...ready,
  privacyPolicyAccepted: false,
  dataUsageConsent: false,
  onboardingCompleted: false,
};
const SAFETY_PAGES = ['/treatment-day', '/applicator-instructions', '/feeling'];

test('a patient who consented and finished the walkthrough gets in', () => {
  expect(gate(ready, '/home')).toBeNull();
});

test('both consents are needed, and come before the walkthrough', () => {
  expect(gate({ ...ready, privacyPolicyAccepted: false }, '/home')).toBe('/privacy-terms');
  expect(gate({ ...ready, dataUsageConsent: false }, '/home')).toBe('/privacy-terms');
  expect(gate(newcomer, '/home')).toBe('/privacy-terms');
});

test('with consent but without the walkthrough, the walkthrough comes next', () => {
  expect(gate({ ...ready, onboardingCompleted: false }, '/home')).toBe('/onboarding');
});

test.each(SAFETY_PAGES)(
  '%s opens for a patient who withdrew consent, because a cap has to come out',
  (path) => {
    for (const withdrawn of ['privacyPolicyAccepted', 'dataUsageConsent']) {
      expect(gate({ ...ready, [withdrawn]: false, hasWithdrawn: true }, path)).toBeNull();
    }
    expect(gate({ ...newcomer, hasWithdrawn: true }, path)).toBeNull();
  },
);

test.each(SAFETY_PAGES)('%s stays closed to a newcomer, like every other page', (path) => {
  expect(gate(newcomer, path)).toBe('/privacy-terms');
  expect(gate({ ...ready, onboardingCompleted: false }, path)).toBe('/onboarding');
});

test('a patient who withdrew consent finds every other page closed', () => {
  for (const path of ['/home', '/account', '/messages', '/safety-check']) {
    expect(gate({ ...ready, dataUsageConsent: false, hasWithdrawn: true }, path)).toBe('/privacy-terms');
  }
});
