import { from } from '@/lib/backend/database.ts';
import { keepOwnCoach } from '@/lib/clinic/own-coach.ts';
import { RECORD_COLUMNS, type CustomerRow } from './row.ts';

/** PostgREST's code for a missing single row. */
export const NO_RECORD = 'PGRST116';

/**
 * The patient's own record, for the gate and the pages. Both use exactly the same request, so that a first
 * visit sends it once.
 */
export async function fetchRecord(userId: string) {
  const answer = await from('customers').select(RECORD_COLUMNS).eq('user_id', userId).single();
  const record = answer.data as CustomerRow | null;
  if (record) keepOwnCoach(userId, record.coach);
  return answer;
}
