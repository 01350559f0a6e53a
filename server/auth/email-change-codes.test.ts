import { expect, test } from 'vitest';
import {
  addressesOf,
  beginChange,
  submitChangeCode,
  confirmBoth,
  letCodesAge,
  newMoverWithCodes,
  onBothTables,
  someAddress,
} from './testing/email-changes.ts';
import { anotherCode, askForCode, call, codeFor } from './testing/patients.ts';

const WRONG = { code: 'otp_expired', message: 'Token has expired or is invalid' };

onBothTables((home) => {
  const rowsOf = async (text: string, values: unknown[] = []) =>
    (await home().database.query(text, values)).rows;
  const confirmed = async (answer: Response) =>
    expect(await answer.json()).toMatchObject({ access_token: expect.any(String) });

  test('a wrong code is refused and leaves the other valid; the fifth invalidates only its own code', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    const [current, next] = [await codeFor(server, mover.from), await codeFor(server, mover.to)];
    for (let tries = 0; tries < 5; tries += 1) {
      const answer = await submitChangeCode(server, mover.to, anotherCode(next));
      expect(answer.status).toBe(403);
      expect(await answer.json()).toEqual(WRONG);
    }
    expect((await submitChangeCode(server, mover.to, next)).status).toBe(403);
    expect((await submitChangeCode(server, mover.from, current)).status).toBe(200);
    expect(await addressesOf(server, mover)).toMatchObject({ email: mover.from });
  });

  test('asking again within the minute sends nothing and resets no guesses', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    const next = await codeFor(server, mover.to);
    const guess = () => submitChangeCode(server, mover.to, anotherCode(next));
    for (let tries = 0; tries < 4; tries += 1) expect((await guess()).status).toBe(403);
    // As if this had been requested together with the one that sent the codes.
    await server.database.query(
      `update private.email_change_tries set granted_email = $2, granted_until = now() + interval '10 minutes'
       where user_id = $1`,
      [mover.id, mover.to],
    );
    expect((await beginChange(server, mover.token, { email: mover.to })).status).toBe(429);
    expect((await guess()).status).toBe(403);
    expect((await submitChangeCode(server, mover.to, next)).status).toBe(403);
  });

  test('concurrent guesses count one by one, and one code creates one session', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    const [current, next] = [await codeFor(server, mover.from), await codeFor(server, mover.to)];
    await Promise.all(
      Array.from({ length: 4 }, () => submitChangeCode(server, mover.from, anotherCode(current))),
    );
    const first = await Promise.all(
      Array.from({ length: 6 }, () => submitChangeCode(server, mover.from, current)),
    );
    expect(first.filter(({ status }) => status === 200)).toHaveLength(1);
    const second = await Promise.all(
      Array.from({ length: 6 }, () => submitChangeCode(server, mover.to, next)),
    );
    expect(second.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rowsOf('select from auth.sessions where user_id = $1', [mover.id])).toHaveLength(1);
  });

  test('a code is only for its own mailbox, change and purpose', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    const [current, next] = [await codeFor(server, mover.from), await codeFor(server, mover.to)];
    const tries: [string, string][] = [
      [mover.from, next],
      [mover.to, current],
      [someAddress('nobody'), current],
    ];
    for (const [email, token] of tries)
      expect((await submitChangeCode(server, email, token)).status).toBe(403);
    const asSignIn = await call(server, '/auth/v1/verify', {
      body: { email: mover.from, token: current, type: 'email' },
    });
    expect(asSignIn.status).toBe(403);
    // The reverse: a sign-in code changes nothing.
    const signingIn = someAddress('signs-in');
    await server.invite(signingIn);
    await askForCode(server, signingIn);
    expect((await submitChangeCode(server, signingIn, await codeFor(server, signingIn))).status).toBe(403);
  });

  test('a guess at an address with no change in progress is answered and recorded like any other', async () => {
    const server = home();
    const nobody = someAddress('nobody');
    const answer = await submitChangeCode(server, nobody, '123456');
    expect([answer.status, await answer.json()]).toEqual([403, WRONG]);
    const written = await rowsOf(
      `select from private.limits where key = encode(sha256(convert_to('no-email-change:' || $1, 'UTF8')), 'hex')`,
      [nobody],
    );
    expect(written).toHaveLength(1);
  });

  test('codes expire after ten minutes, and when a second change starts', async () => {
    const server = home();
    const late = await newMoverWithCodes(server);
    await letCodesAge(server, late, '9 minutes 30 seconds');
    expect((await submitChangeCode(server, late.from, await codeFor(server, late.from))).status).toBe(200);
    await letCodesAge(server, late, '31 seconds');
    expect((await submitChangeCode(server, late.to, await codeFor(server, late.to))).status).toBe(403);

    const mover = await newMoverWithCodes(server);
    const old = { current: await codeFor(server, mover.from), next: await codeFor(server, mover.to) };
    expect((await submitChangeCode(server, mover.from, old.current)).status).toBe(200);
    await letCodesAge(server, mover, '1 minute');
    const other = someAddress('other');
    expect((await mover.client.auth.updateUser({ email: other })).error).toBeNull();
    expect((await submitChangeCode(server, mover.to, old.next)).status).toBe(403);
    expect((await submitChangeCode(server, mover.from, old.current)).status).toBe(403);
    // Verification for the first change does not count for the second.
    expect(await (await submitChangeCode(server, other, await codeFor(server, other))).json()).toMatchObject({
      code: '200',
    });
    await confirmed(await submitChangeCode(server, mover.from, await codeFor(server, mover.from)));
    expect(await addressesOf(server, mover)).toMatchObject({ email: other, invitation: other });
  });

  test('a canceled change opens nothing, and a used code cannot be used again', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    const [current, next] = [await codeFor(server, mover.from), await codeFor(server, mover.to)];
    await submitChangeCode(server, mover.from, current);
    expect((await mover.client.rpc('cancel_email_change')).error).toBeNull();
    expect((await submitChangeCode(server, mover.to, next)).status).toBe(403);
    expect(await addressesOf(server, mover)).toMatchObject({ email: mover.from, pending: '' });

    const moved = await newMoverWithCodes(server);
    const used = await codeFor(server, moved.to);
    await confirmBoth(server, moved);
    expect((await submitChangeCode(server, moved.to, used)).status).toBe(403);
    expect((await moved.client.auth.getUser()).data.user?.email).toBe(moved.to);
  });
});
