import type { Database } from '../database/database.ts';
import type { Caller } from '../database/query-types.ts';
import { isDatabaseError } from '../database/database.ts';
import type { RestError } from './errors.ts';
import type { RestRequest, Target } from './plan/plan.ts';

const NOTES = 'consultation_notes';
const NOTES_IN_ANY_FORM = new Set([
  NOTES,
  'medical_notes',
  'read_medical_notes',
  'read_consultation_notes',
  'read_notes_of_consultation',
]);

/**
 * Patients have no rights on the table of notes. Their reads of it are answered from this function, which writes a line
 * in the audit log as it reads. PostgREST cannot write in a read, so on Supabase such a read is refused.
 */
export const functionToReadThrough = ({ role, name }: Pick<RestRequest, 'role' | 'name'>): string | null =>
  role === 'authenticated' && name === NOTES ? 'private.read_own_consultation_notes()' : null;

/**
 * A failed read rolled back its audit line, but its error still reveals something about the notes. So the
 * line is written again.
 */
export async function auditBrokenRead(
  database: Database,
  caller: Caller,
  target: Target,
  error: unknown,
): Promise<void> {
  const { role, claims, userId, sessionId } = caller;
  if (!isDatabaseError(error) || target.kind !== 'relation') return;
  if (!functionToReadThrough({ role, name: target.name })) return;
  const note = () =>
    database.transaction(async (query) => {
      await query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
      await query(
        `select public.audit_read($1, $2) from auth.sessions
         where id = $3 and exists (select from public.consultation_notes where user_id = $2)`,
        [NOTES, userId, sessionId],
      );
    });
  await database.inShare(caller, note, { isBegun: true });
}

/** PostgreSQL quotes the value that caused an error, and a note must not be quoted. */
export function withoutQuotedValue(refusal: RestError, target: Target): RestError {
  const isAboutNotes = target.kind !== 'unknown' && NOTES_IN_ANY_FORM.has(target.name);
  return isAboutNotes && /^2[23]/.test(refusal.code)
    ? refusal.withMessage('A value is not of this kind.')
    : refusal;
}
