import * as z from 'zod/mini';
import { NOT_AN_OBJECT } from '../contracts/fields/submission.ts';

const mustBeGiven = (message: string) => z.boolean(message).check(z.refine((given) => given, message));
const mayBeGiven = z.prefault(z.boolean('Please answer true or false'), false);

/** The patient's choices on the consent screen, by the names they are stored under. */
export const Consents = z.object(
  {
    privacy_policy_accepted: mustBeGiven('You must accept the privacy policy to continue'),
    data_usage_consent: mustBeGiven('You must consent to data usage to continue'),
    /** Sharing medical summaries with other healthcare providers. */
    research_consent: mayBeGiven,
    sms_consent: mayBeGiven,
  },
  NOT_AN_OBJECT,
);
export type Consents = z.output<typeof Consents>;
