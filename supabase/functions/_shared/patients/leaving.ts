import type { FunctionContext } from '../request/context.ts';
import { requireAccess } from './patient.ts';

export type Leaver = { userId: string; email: string; firstName: string | null };

/**
 * The calling patient and their email address. Deleting an account needs no consent, because no one may
 * refuse it.
 */
export async function leaverOf(context: FunctionContext): Promise<Leaver> {
  const { userId } = await requireAccess(context);
  const { data } = await context.service
    .from('customers')
    .select('userId:user_id, email:customer_email, firstName:customer_first_name')
    .eq('user_id', userId)
    .single<Leaver>()
    .throwOnError();
  return data;
}

/** Bound to the patient, so that the same digits are useless for anyone else. */
export const codeHash = (context: FunctionContext, { userId }: Leaver, digits: string): Promise<string> =>
  context.keyedHash(`account deletion code\0${userId}\0${digits}`);
