import type { AccessFacts } from '@domain/onboarding/access-gate.ts';

// Without a library, because web/src/first-visit reads it too.

export const ACCESS_COLUMNS = 'privacy_policy_accepted,data_usage_consent,onboarding_completed';

export type AccessRow = Record<
  'privacy_policy_accepted' | 'data_usage_consent' | 'onboarding_completed',
  boolean | null
>;

export const accessOf = (row: AccessRow): AccessFacts => ({
  privacyPolicyAccepted: row.privacy_policy_accepted === true,
  dataUsageConsent: row.data_usage_consent === true,
  onboardingCompleted: row.onboarding_completed === true,
});
