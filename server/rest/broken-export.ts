import { isDatabaseError, type Caller, type Database } from '../database/database.ts';
import type { Target } from './runner.ts';

/** An export that was broken off has gathered everything, and its count went with it. Refused for the count, it stands. */
export async function countBrokenExport(
  database: Database,
  caller: Caller,
  target: Target,
  error: unknown,
): Promise<void> {
  if (target.kind !== 'function' || target.name !== 'export_my_data') return;
  if (isDatabaseError(error) && error.code === 'PT429') return;
  await database.inShare(caller, () =>
    database.query('select private.count_export(user_id) from auth.sessions where id = $1 and user_id = $2', [
      caller.sessionId,
      caller.userId,
    ]),
  );
}
