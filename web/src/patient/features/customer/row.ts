import type { Status } from '@domain/journey/progress.ts';
import type { AccessFacts } from '@domain/onboarding/access-gate.ts';
import type { OwnCoach } from '@/lib/clinic/own-coach.ts';

// No library, because web/src/first-visit reads it too.

/** The columns that the gate checks and the pages show. */
export const RECORD_COLUMNS =
  'privacy_policy_accepted,data_usage_consent,consent_withdrawn_at,onboarding_completed,customer_first_name,preferred_name,customer_last_name,customer_email,status,tracking_url,programme_name,coach';

export type CustomerRow = {
  customer_first_name: string | null;
  preferred_name: string | null;
  customer_last_name: string | null;
  customer_email: string | null;
  status: Status;
  tracking_url: string | null;
  programme_name: string | null;
  coach: OwnCoach | null;
};

export type Customer = {
  firstName: string | null;
  preferredName: string | null;
  lastName: string | null;
  email: string | null;
  status: Status;
  /** The kit's tracking link. */
  trackingUrl: string | null;
  programmeName: string | null;
  /** The patient's coach. Null while unassigned. */
  coach: OwnCoach | null;
};

export const customerOf = (row: CustomerRow): Customer => ({
  firstName: row.customer_first_name,
  preferredName: row.preferred_name,
  lastName: row.customer_last_name,
  email: row.customer_email,
  status: row.status,
  trackingUrl: row.tracking_url,
  programmeName: row.programme_name,
  coach: row.coach,
});

export type AccessRow = Record<
  'privacy_policy_accepted' | 'data_usage_consent' | 'onboarding_completed',
  boolean | null
> & { consent_withdrawn_at: string | null; status: Status };

/** The facts that decide the gate, and whether anything around the page may be highlighted. */
export type Access = AccessFacts & {
  /**
   * Paused, pregnant, after a loss or stopped: the patient has nothing to do, so 'Log test result' isn't
   * highlighted on any page.
   */
  rests: boolean;
};

export const accessOf = (row: AccessRow): Access => ({
  privacyPolicyAccepted: row.privacy_policy_accepted === true,
  dataUsageConsent: row.data_usage_consent === true,
  onboardingCompleted: row.onboarding_completed === true,
  hasWithdrawn: row.consent_withdrawn_at !== null,
  rests: row.status !== 'Active',
});
