export type AccessFacts = {
  privacyPolicyAccepted: boolean;
  dataUsageConsent: boolean;
  onboardingCompleted: boolean;
  /** Both required consents were given once, and one has been withdrawn since. */
  hasWithdrawn: boolean;
};

/** How to remove a cap and how to get help: a patient who withdrew consent may have a cap in. */
const SAFETY_PAGES = new Set(['/treatment-day', '/applicator-instructions', '/feeling']);

export const hasConsented = (customer: AccessFacts): boolean =>
  customer.privacyPolicyAccepted && customer.dataUsageConsent;

/** Where a patient must go before a page opens: consent first, then the walkthrough; null if it is open. */
export function gate(customer: AccessFacts, path: string): '/privacy-terms' | '/onboarding' | null {
  if (!hasConsented(customer)) {
    return customer.hasWithdrawn && SAFETY_PAGES.has(path) ? null : '/privacy-terms';
  }
  return customer.onboardingCompleted ? null : '/onboarding';
}
