export type AccessFacts = {
  privacyPolicyAccepted: boolean;
  dataUsageConsent: boolean;
  onboardingCompleted: boolean;
};

/** How a cap comes out and how to get help: never behind a consent, also after it was withdrawn. */
const ALWAYS_OPEN = new Set(['/treatment-day', '/applicator-instructions', '/feeling']);

/** Where a patient must go before a page opens: consent first, then the walkthrough; null when it is open. */
export function gate(customer: AccessFacts, path: string): '/privacy-terms' | '/onboarding' | null {
  if (ALWAYS_OPEN.has(path)) return null;
  if (!customer.privacyPolicyAccepted || !customer.dataUsageConsent) return '/privacy-terms';
  if (!customer.onboardingCompleted) return '/onboarding';
  return null;
}
