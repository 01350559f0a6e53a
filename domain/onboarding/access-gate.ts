export type AccessFacts = {
  privacyPolicyAccepted: boolean;
  dataUsageConsent: boolean;
  onboardingCompleted: boolean;
};

/** Where a patient must go before the portal opens: consent first, then the walkthrough; null when it is open. */
export function gate(customer: AccessFacts): '/privacy-terms' | '/onboarding' | null {
  if (!customer.privacyPolicyAccepted || !customer.dataUsageConsent) return '/privacy-terms';
  if (!customer.onboardingCompleted) return '/onboarding';
  return null;
}
