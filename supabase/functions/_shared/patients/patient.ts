import type { FunctionContext } from '../request/context.ts';
import { FunctionProblem } from '../answer/problem.ts';

type Patient = { userId: string; hasConsented: boolean };
type Row = { user_id: string; privacy_policy_accepted: boolean; data_usage_consent: boolean };

/**
 * The calling patient, as the policies let them see themselves: no one once the invitation was revoked. A
 * function uses the service's key only for this patient, and only after this answer.
 */
export async function requireAccess({ caller, userId }: FunctionContext): Promise<Patient> {
  const { data } = await caller
    .from('customers')
    .select('user_id, privacy_policy_accepted, data_usage_consent')
    .eq('user_id', userId)
    .maybeSingle<Row>()
    .throwOnError();
  if (!data) throw noAccess();
  return {
    userId: data.user_id,
    hasConsented: data.privacy_policy_accepted && data.data_usage_consent,
  };
}

/** For functions that read or write health data. */
export async function requireConsent(context: FunctionContext): Promise<string> {
  const { userId, hasConsented } = await requireAccess(context);
  if (hasConsented) return userId;
  throw consentRequired();
}

export const noAccess = () => new FunctionProblem(403, 'no_access', 'You don’t have access to this portal.');

export const consentRequired = () =>
  new FunctionProblem(403, 'consent_required', 'Please accept the privacy terms first.');
