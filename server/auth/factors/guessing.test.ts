import { expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { times } from '../../testing/times.ts';
import { statusOf } from '../testing/email-changes.ts';
import { anotherCode } from '../testing/patients.ts';
import {
  callFactors,
  codeOf,
  countFactor,
  newEnrolled,
  signInAgain,
  testClock,
  tryCode,
  type Enrolled,
} from '../testing/staff.ts';

const GUESSES = times(300, 1_000);
const clock = testClock();

async function guessedAt(
  environment: Record<string, string> = {},
): Promise<{ server: TestServer; staff: Enrolled; right: () => string }> {
  const server = await startTestServer({ TRUST_PROXY: 'true', ...environment }, { now: clock.now });
  onTestFinished(() => server.stop());
  const staff = await newEnrolled(server);
  return { server, staff, right: () => codeOf(staff.secret, new Date(clock.now().getTime() + 30_000)) };
}

/** As if this much time had passed since the last wrong code. */
const letTriesAge = ({ database }: TestServer, time: string) =>
  database.query(
    `update private.factor_tries set locked_until = locked_until - $1::interval,
       wrong_at = array(select at - $1::interval from unnest(wrong_at) as at)`,
    [time],
  );

const WRONG = { status: 422, code: 'mfa_verification_failed' };
const LOCKED = { status: 403, code: 'mfa_verification_rejected' };

test('five wrong codes lock the factor for 15 minutes, even for the right code, and the lock ends every session without it', async () => {
  const { server, staff, right } = await guessedAt();
  const guesser = await signInAgain(server, staff);
  for (let n = 0; n < 5; n++)
    expect(await tryCode(server, guesser, staff.factorId, anotherCode(right()))).toEqual(WRONG);
  expect(await tryCode(server, guesser, staff.factorId, right())).toEqual(LOCKED);
  expect(await statusOf(server, guesser.session.access_token)).toBe(401);
  // Someone who only reads a person's email can't sign them out.
  expect(await statusOf(server, staff.session.access_token)).toBe(200);

  await letTriesAge(server, '14 minutes 59 seconds');
  const again = await signInAgain(server, staff);
  expect(await tryCode(server, again, staff.factorId, right())).toEqual(LOCKED);
  await letTriesAge(server, '1 second');
  const later = await signInAgain(server, staff);
  expect(await tryCode(server, later, staff.factorId, right())).toMatchObject({ status: 200 });
});

test('a locked session is unlocked by a right code, as the same session, and ends with the fifth wrong one', async () => {
  const { server, staff, right } = await guessedAt();
  await countFactor(server, staff);
  const lock = () =>
    server.database.query(
      `insert into private.staff_activity (session_id, locked_at)
       select sessions.id, now() from auth.sessions join auth.users on users.id = user_id where email = $1
       on conflict (session_id) do update set locked_at = now()`,
      [staff.email],
    );
  const isLocked = async () =>
    (
      await server.database.query<{ is_locked: boolean }>(
        `select state.is_locked from auth.sessions join auth.users on users.id = user_id,
           private.staff_session(sessions.id) as state where email = $1`,
        [staff.email],
      )
    ).rows;
  await lock();
  expect(await isLocked()).toEqual([{ is_locked: true }]);
  clock.pass(30);
  expect(await tryCode(server, staff, staff.factorId, right())).toMatchObject({ status: 200 });
  expect(await isLocked()).toEqual([{ is_locked: false }]);
  await lock();
  for (let n = 0; n < 4; n++)
    expect(await tryCode(server, staff, staff.factorId, anotherCode(right()))).toEqual(WRONG);
  expect(await tryCode(server, staff, staff.factorId, anotherCode(right()))).toEqual(LOCKED);
  expect(await isLocked()).toEqual([]);
  expect(await statusOf(server, staff.session.access_token)).toBe(401);
});

test('a locked session ends with a code that is tried while the app is locked', async () => {
  const { server, staff, right } = await guessedAt();
  await countFactor(server, staff);
  const guesser = await signInAgain(server, staff);
  for (let n = 0; n < 5; n++) await tryCode(server, guesser, staff.factorId, anotherCode(right()));
  expect(await statusOf(server, staff.session.access_token)).toBe(200);
  await server.database.query(
    `insert into private.staff_activity (session_id, locked_at)
     select id, now() from auth.sessions where factor_id = $1
     on conflict (session_id) do update set locked_at = now()`,
    [staff.factorId],
  );
  clock.pass(30);
  expect(await tryCode(server, staff, staff.factorId, right())).toEqual(LOCKED);
  expect(await statusOf(server, staff.session.access_token)).toBe(401);
});

test('the right code sent again and again is not a guess, and locks nothing', async () => {
  const { server, staff, right } = await guessedAt();
  const code = right();
  expect(await tryCode(server, staff, staff.factorId, code)).toMatchObject({ status: 200 });
  for (let n = 0; n < 6; n++) expect(await tryCode(server, staff, staff.factorId, code)).toEqual(WRONG);
  clock.pass(60);
  expect(await tryCode(server, staff, staff.factorId, right())).toMatchObject({ status: 200 });
});

test('a lock is in the log, and someone who only reads the email uses up none of the owner’s calls', async () => {
  const { server, staff, right } = await guessedAt({ RATE_LIMIT_SCALE: '1' });
  await server.database.query('update public.care_team set factor_id = $2 where email = $1', [
    staff.email,
    staff.factorId,
  ]);
  const reader = await signInAgain(server, staff);
  const statuses = await Promise.all(
    Array.from(
      { length: 101 },
      async () => (await callFactors(server, reader, '/1', { method: 'DELETE' })).status,
    ),
  );
  expect(statuses).toContain(429);
  for (let n = 0; n < 5; n++)
    expect(await tryCode(server, staff, staff.factorId, anotherCode(right()))).toEqual(WRONG);
  const { rows } = await server.database.query(
    `select kind from public.audit_log join public.care_team on care_team.id = subject_id
     where email = $1 and kind = 'team_factor_lock'`,
    [staff.email],
  );
  expect(rows).toHaveLength(1);
  // The owner, who didn't do it, gets an email.
  const { rows: mails } = await server.database.query(
    'select subject from public.outbox where recipient = $1',
    [staff.email],
  );
  expect(mails).toEqual([{ subject: 'Your authenticator app is locked for 15 minutes' }]);
});

test('anyone who is locked out learns for how long', async () => {
  const { server, staff, right } = await guessedAt();
  for (let n = 0; n < 5; n++) await tryCode(server, staff, staff.factorId, anotherCode(right()));
  const { error } = await staff.client.auth.mfa.challengeAndVerify({
    factorId: staff.factorId,
    code: right(),
  });
  expect(error).toMatchObject({ message: 'Too many wrong codes. Please try again in 15 minutes.' });
});

test('four wrong codes leave the factor open, and a right one does not buy four more', async () => {
  const { server, staff, right } = await guessedAt();
  for (let n = 0; n < 4; n++) await tryCode(server, staff, staff.factorId, anotherCode(right()));
  expect(await tryCode(server, staff, staff.factorId, right())).toMatchObject({ status: 200 });
  clock.pass(30);
  expect(await tryCode(server, staff, staff.factorId, anotherCode(right()))).toEqual(WRONG);
  expect(await tryCode(server, staff, staff.factorId, right())).toEqual(LOCKED);
});

test('wrong codes count for 15 minutes, each from its own time', async () => {
  const { server, staff, right } = await guessedAt();
  const wrong = () => tryCode(server, staff, staff.factorId, anotherCode(right()));
  await wrong();
  await letTriesAge(server, '10 minutes');
  for (let n = 0; n < 3; n++) await wrong();
  // The first has expired; the three of the last six minutes have not.
  await letTriesAge(server, '6 minutes');
  expect(await wrong()).toEqual(WRONG);
  expect(await wrong()).toEqual(WRONG);
  expect(await wrong()).toEqual(LOCKED);
});

test(`${GUESSES} wrong codes from 100 addresses at once have five tries in each 15 minutes, and the right one is refused`, async () => {
  const { server, staff, right } = await guessedAt();
  for (let quarter = 0; quarter < 2; quarter++) {
    // Someone with access to the mailbox opens the maximum number of sessions.
    const sessions = await Promise.all(Array.from({ length: 10 }, () => signInAgain(server, staff)));
    const guesses = await Promise.all(
      Array.from({ length: GUESSES }, (_, n) =>
        tryCode(server, sessions[n % 10]!, staff.factorId, anotherCode(right()), {
          'x-forwarded-for': `203.0.113.${n % 100}`,
        }),
      ),
    );
    expect(guesses.filter(({ code }) => code === WRONG.code)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 200)).toEqual([]);
    const owner = await signInAgain(server, staff);
    expect(await tryCode(server, owner, staff.factorId, right())).toEqual(LOCKED);
    await letTriesAge(server, '15 minutes');
  }
  const owner = await signInAgain(server, staff);
  expect(await tryCode(server, owner, staff.factorId, right())).toMatchObject({ status: 200 });
});
