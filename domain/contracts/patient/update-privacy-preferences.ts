import * as z from 'zod/mini';
import { Consents } from '../../onboarding/consent.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const UpdatePrivacyPreferencesRequest = z.strictObject(Consents.shape, NOT_AN_OBJECT);
export type UpdatePrivacyPreferencesRequest = z.input<typeof UpdatePrivacyPreferencesRequest>;

/** The choices as they are kept. */
export const UpdatePrivacyPreferencesAnswer = z.object({
  privacy_policy_accepted: z.boolean(),
  data_usage_consent: z.boolean(),
  research_consent: z.boolean(),
  sms_consent: z.boolean(),
});
