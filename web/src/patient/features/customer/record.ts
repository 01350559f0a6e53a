import { from } from '@/lib/backend/database.ts';
import { RECORD_COLUMNS } from './row.ts';

/** PostgREST's word for a single row that is not there. */
export const NO_RECORD = 'PGRST116';

/** The patient's own record, for the gate and for the pages: letter for letter the same, so that a first visit asks once. */
export const fetchRecord = (userId: string) =>
  from('customers').select(RECORD_COLUMNS).eq('user_id', userId).single();
