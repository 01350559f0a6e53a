import type { Caller, Database } from '../database/database.ts';
import type { RestError } from './errors.ts';
import type { Target } from './runner.ts';

const NOTES = 'consultation_notes';
const NOTES_IN_ANY_FORM = new Set([NOTES, 'medical_notes', 'read_medical_notes']);

/**
 * Notes that a patient asks the table for leave a row in the audit log, as medical notes do by their procedure. It is
 * there before they are read, because a refusal or a bare count tells something of them too. A read has no trigger in
 * PostgreSQL; on Supabase, pgAudit on this table takes this place.
 */
export async function auditRead(
  database: Database,
  caller: Caller,
  { method, target }: { method: string; target: Target },
): Promise<void> {
  const { role, claims, userId, sessionId } = caller;
  if (role !== 'authenticated' || target.kind !== 'relation' || target.name !== NOTES) return;
  if (method !== 'GET' && method !== 'HEAD') return;
  await database.inShare(caller, () =>
    database.transaction(async (query) => {
      await query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
      await query(
        `select public.note_read($1, $2) from auth.sessions
         where id = $3 and exists (select from public.consultation_notes where user_id = $2)`,
        [NOTES, userId, sessionId],
      );
    }),
  );
}

/** PostgreSQL quotes the value that it stumbled over; a note is quoted nowhere. */
export function withoutQuotes(refusal: RestError, target: Target): RestError {
  const isAboutNotes = target.kind !== 'unknown' && NOTES_IN_ANY_FORM.has(target.name);
  return isAboutNotes && /^2[23]/.test(refusal.code)
    ? refusal.withWords('A value is not of this kind.')
    : refusal;
}
