import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { testDatabase, type DeploymentKind } from '../../server/testing/test-database.ts';
import { inviteMember, verifyFactor } from '../../server/testing/team.ts';
import { times } from '../../server/testing/times.ts';
import { join, REFUSED } from './people.ts';

// The hook by which wrong codes of an authenticator app are counted, as GoTrue and our own server call it.
const OWNERS = { embedded: null, supabase: 'supabase_auth_admin' };

describe.each<DeploymentKind>(['embedded', 'supabase'])('in the %s deployment', (deployment) => {
  let database: Database;
  let remove: () => Promise<void>;
  let person: { id: string };
  beforeAll(async () => {
    ({ database, remove } = await testDatabase(deployment));
    const { email } = await inviteMember(database, 'coach');
    const { rows } = await database.query<{ id: string }>(
      'insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now()) returning id',
      [email],
    );
    person = rows[0]!;
  });
  afterAll(() => remove());

  async function newFactor(): Promise<string> {
    const id = randomUUID();
    await database.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values ($1, $2, $3, 'totp', 'verified', now(), now())`,
      [id, person.id, id],
    );
    return id;
  }

  /** Called like the auth service does: in its own role and transaction. */
  const attempt = (factor: string, valid: boolean): Promise<{ decision: string; message?: string }> =>
    database.transaction(async (query) => {
      const role = OWNERS[deployment as 'embedded' | 'supabase'];
      if (role) await query(`set local role ${role}`);
      const { rows } = await query<{ answer: { decision: string } }>(
        'select public.mfa_verification_attempt($1) as answer',
        [{ user_id: person.id, factor_id: factor, factor_type: 'totp', valid }],
      );
      return rows[0]!.answer;
    });

  const CONTINUE = { decision: 'continue' };
  const LOCKED = {
    decision: 'reject',
    message: 'Too many wrong codes. Please try again in 15 minutes.',
  };

  test('the sixth code after five wrong ones is rejected, right or wrong, and other factors are not', async () => {
    const [factor, other] = [await newFactor(), await newFactor()];
    for (let n = 0; n < 5; n++) expect(await attempt(factor, false)).toEqual(CONTINUE);
    expect(await attempt(factor, false)).toEqual(LOCKED);
    expect(await attempt(factor, true)).toEqual(LOCKED);
    expect(await attempt(other, true)).toEqual(CONTINUE);
  });

  test('of many concurrent codes five are checked', async () => {
    const factor = await newFactor();
    const half = times(50, 500);
    const answers = await Promise.all(Array.from({ length: 2 * half }, (_, n) => attempt(factor, n > half)));
    const wrong = answers.slice(0, half + 1).filter(({ decision }) => decision === 'continue');
    expect(wrong).toHaveLength(5);
    expect(answers.slice(half + 1).filter(({ decision }) => decision === 'continue')).toEqual([]);
  });

  test('an attempt that does not say whether it was right counts as wrong', async () => {
    const factor = await newFactor();
    for (let n = 0; n < 5; n++)
      await database.query('select public.mfa_verification_attempt($1)', [{ factor_id: factor }]);
    expect(await attempt(factor, true)).toEqual(LOCKED);
  });

  test('the count is deleted with the factor', async () => {
    const factor = await newFactor();
    await attempt(factor, false);
    await database.query('delete from auth.mfa_factors where id = $1', [factor]);
    const { rowCount } = await database.query('select from private.factor_tries where factor_id = $1', [
      factor,
    ]);
    expect(rowCount).toBe(0);
  });

  test('a patient sets up no app, by whatever write', async () => {
    const { id, caller } = await join(database, 'patient', { consented: true });
    await expect(verifyFactor(database, id, caller.sessionId!)).rejects.toMatchObject({ code: REFUSED });
  });

  test.each(['anon', 'authenticated', 'service_role'])(
    '%s neither calls the hook nor sees the count',
    async (role) => {
      const factor = await newFactor();
      const inRole = (text: string, values: unknown[] = []) =>
        database.transaction(async (query) => {
          await query(`set local role ${role}`);
          return query(text, values);
        });
      const event = { factor_id: factor, valid: false };
      await expect(inRole('select public.mfa_verification_attempt($1)', [event])).rejects.toMatchObject({
        code: REFUSED,
      });
      await expect(inRole('delete from private.factor_tries')).rejects.toMatchObject({ code: REFUSED });
      await expect(inRole('select from auth.mfa_factors')).rejects.toMatchObject({ code: REFUSED });
      await expect(inRole('select private.is_of_care_team($1)', [person.id])).rejects.toMatchObject({
        code: REFUSED,
      });
    },
  );
});
