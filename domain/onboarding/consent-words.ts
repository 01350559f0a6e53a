import type { Consents } from './consent.ts';

/** Each consent's name in the history. */
export const CONSENT_NAMES: Record<keyof Consents, string> = {
  privacy_policy_accepted: 'Privacy policy',
  data_usage_consent: 'Clinical use of stored transcripts',
  research_consent: 'Sharing medical summaries with other healthcare providers',
  sms_consent: 'Text messages about appointments and next steps',
};

export const SMS_WARNING =
  'Text messages are not encrypted, so someone else could read them on the way or on your phone.';
