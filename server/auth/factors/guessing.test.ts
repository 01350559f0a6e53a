import { expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { statusOf } from '../testing/email-changes.ts';
import { anotherCode } from '../testing/patients.ts';
import { codeOf, newEnrolled, signInAgain, testClock, tryCode, type Enrolled } from '../testing/staff.ts';

const clock = testClock();

async function guessedAt(): Promise<{ server: TestServer; staff: Enrolled; right: () => string }> {
  const server = await startTestServer({ TRUST_PROXY: 'true' }, { now: clock.now });
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

test('five wrong codes lock the factor for 15 minutes, the right code too, and the lock ends every session', async () => {
  const { server, staff, right } = await guessedAt();
  for (let n = 0; n < 5; n++)
    expect(await tryCode(server, staff, staff.factorId, anotherCode(right()))).toEqual(WRONG);
  expect(await tryCode(server, staff, staff.factorId, right())).toEqual(LOCKED);
  expect(await statusOf(server, staff.session.access_token)).toBe(401);

  await letTriesAge(server, '14 minutes 59 seconds');
  const again = await signInAgain(server, staff);
  expect(await tryCode(server, again, staff.factorId, right())).toEqual(LOCKED);
  await letTriesAge(server, '1 second');
  const later = await signInAgain(server, staff);
  expect(await tryCode(server, later, staff.factorId, right())).toMatchObject({ status: 200 });
});

test('whoever is locked out hears for how long', async () => {
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

test('wrong codes count for 15 minutes, each from its own time on', async () => {
  const { server, staff, right } = await guessedAt();
  const wrong = () => tryCode(server, staff, staff.factorId, anotherCode(right()));
  await wrong();
  await letTriesAge(server, '10 minutes');
  for (let n = 0; n < 3; n++) await wrong();
  // The first is forgotten by now; the three of the last six minutes are not.
  await letTriesAge(server, '6 minutes');
  expect(await wrong()).toEqual(WRONG);
  expect(await wrong()).toEqual(WRONG);
  expect(await wrong()).toEqual(LOCKED);
});

test('1,000 wrong codes from 100 addresses at once have five tries in each 15 minutes, and the right one is refused', async () => {
  const { server, staff, right } = await guessedAt();
  for (let quarter = 0; quarter < 2; quarter++) {
    // Whoever has the mailbox opens as many sessions as there may be.
    const sessions = await Promise.all(Array.from({ length: 10 }, () => signInAgain(server, staff)));
    const guesses = await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
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
