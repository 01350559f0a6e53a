import type * as z from 'zod/mini';
import {
  UpdatePrivacyPreferencesRequest,
  type UpdatePrivacyPreferencesAnswer,
} from '../../../domain/contracts/patient/update-privacy-preferences.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { SUBMISSIONS } from '../_shared/request/limits.ts';
import { requireAccess } from '../_shared/patients/patient.ts';

/** The only way to change consent; the database keeps the history of it. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: UpdatePrivacyPreferencesRequest,
  limit: SUBMISSIONS,
  run: async (consents, context): Promise<z.output<typeof UpdatePrivacyPreferencesAnswer>> => {
    const { userId } = await requireAccess(context);
    const { data } = await context.service
      .from('customers')
      .update(consents)
      .eq('user_id', userId)
      .select('privacy_policy_accepted, data_usage_consent, research_consent, sms_consent')
      .single()
      .throwOnError();
    return data;
  },
});
