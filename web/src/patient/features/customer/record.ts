import { from } from '@/lib/backend/database.ts';
import { keepOwnCoach } from '@/lib/clinic/own-coach.ts';
import { RECORD_COLUMNS, type CustomerRow } from './row.ts';

/** PostgREST's word for a single row that is not there. */
export const NO_RECORD = 'PGRST116';

/** The patient's own record, for the gate and for the pages: letter for letter the same, so that a first visit asks once. */
export async function fetchRecord(userId: string) {
  const answer = await from('customers').select(RECORD_COLUMNS).eq('user_id', userId).single();
  const record = answer.data as CustomerRow | null;
  if (record) keepOwnCoach(userId, record.coach);
  return answer;
}
