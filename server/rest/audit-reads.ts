import type { MiddlewareHandler } from 'hono';
import type { Identify } from '../http/caller.ts';
import type { Services } from '../services.ts';

/**
 * Notes that a patient reads straight from the table leave a row in the audit log, as medical notes do by their procedure.
 * A read has no trigger in PostgreSQL; on Supabase, pgAudit on this table takes this place.
 */
export function auditReads({ database }: Services, identify: Identify): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const found = context.res.headers.get('content-range')?.startsWith('*') === false;
    if (!context.res.ok || context.req.method !== 'GET' || !found) return;
    const caller = await identify(context.req.raw.headers);
    if (caller.role !== 'authenticated') return;
    const kind = context.req.path.split('/').at(-1);
    await database.transaction(async (query) => {
      await query(`select set_config('request.jwt.claims', $1, true)`, [caller.claims]);
      await query('select public.note_read($1, $2)', [kind, caller.userId]);
    });
  };
}
