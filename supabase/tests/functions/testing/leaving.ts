import type { Database } from '../../../../server/database/database.ts';
import type { Patient } from '../../../../server/testing/patient.ts';

/** The code in this patient's newest unsent email. */
export async function codeFor(database: Database, { id }: Pick<Patient, 'id'>): Promise<string> {
  const { rows } = await database.query<{ text: string }>(
    `select body_text as text from public.outbox where user_id = $1 and purpose = 'deletion_code'
     order by created_at desc limit 1`,
    [id],
  );
  return /^\d{6}$/m.exec(rows[0]!.text)![0];
}

/** As if the minute between two codes, or more, had passed. */
export const passMinutes = (database: Database, { id }: Pick<Patient, 'id'>, minutes: number) =>
  database.query(
    `update private.deletion_codes set sent_at = sent_at - make_interval(mins => $2),
       expires_at = expires_at - make_interval(mins => $2) where user_id = $1`,
    [id, minutes],
  );

/** Starts the seven days so that this many have already passed. */
export const beginLeaving = (database: Database, { id }: Pick<Patient, 'id'>, { daysAgo = 0 } = {}) =>
  database.query(
    `insert into public.account_deletions (user_id, requested_at, delete_after)
     select $1, asked, asked + interval '7 days' from (select now() - make_interval(days => $2) as asked) as time`,
    [id, daysAgo],
  );

export async function leavingDay(database: Database, { id }: Pick<Patient, 'id'>): Promise<string | null> {
  const { rows } = await database.query<{ day: string }>(
    'select delete_after as day from public.account_deletions where user_id = $1',
    [id],
  );
  return rows[0]?.day ?? null;
}
