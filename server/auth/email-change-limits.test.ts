import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  askForChange,
  beginChange,
  letCodesAge,
  newMover,
  onBothTables,
  someAddress,
} from './testing/email-changes.ts';
import { call } from './testing/patients.ts';

onBothTables((home) => {
  test('five tries a day, including refused ones, however they are made', async () => {
    const server = home();
    const mover = await newMover(server);
    const taken = (await newMover(server)).from;
    expect((await askForChange(server, mover.token, taken)).status).toBe(200);
    expect((await mover.client.auth.updateUser({ email: taken })).error?.code).toBe('email_exists');
    // Checked first, as the portal does, so the sending does not count as a try.
    expect(await (await askForChange(server, mover.token, mover.to)).json()).toEqual({ usable: true });
    expect((await mover.client.auth.updateUser({ email: mover.to })).error).toBeNull();
    // Within the minute nothing is sent or counted.
    const soon = await mover.client.auth.updateUser({ email: someAddress('soon') });
    expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(soon.error?.message).toMatch(/you can only request this after \d\d seconds/);
    await letCodesAge(server, mover, '1 minute');
    expect((await mover.client.auth.updateUser({ email: someAddress('fourth') })).error).toBeNull();
    await letCodesAge(server, mover, '1 minute');
    expect((await mover.client.auth.updateUser({ email: taken })).error?.code).toBe('email_exists');
    const sixth = await beginChange(server, mover.token, { email: someAddress('sixth') });
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(80_000);
    // Also bypassing our own server, as GoTrue would write it.
    await expect(
      server.database.query('update auth.users set email_change = $2 where id = $1', [
        mover.id,
        someAddress('seventh'),
      ]),
    ).rejects.toMatchObject({ code: 'PT429' });
    await server.database.query(
      'update private.email_change_tries set window_ends_at = now() where user_id = $1',
      [mover.id],
    );
    expect((await mover.client.auth.updateUser({ email: someAddress('next-day') })).error).toBeNull();
  });

  test('many concurrent requests send one email to each mailbox', async () => {
    const server = home();
    const mover = await newMover(server);
    const before = (await server.mail(mover.from)).length;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => beginChange(server, mover.token, { email: mover.to })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.mail(mover.to)).toHaveLength(1);
    expect(await server.mail(mover.from)).toHaveLength(before + 1);
  });
});

describe('at PUT user', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('a malformed address is refused in GoTrue’s words, and one’s own changes nothing', async () => {
    const mover = await newMover(server);
    for (const email of ['nonsense', 'a@b', '', 7]) {
      const { error } = await mover.client.auth.updateUser({ email: email as string });
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    }
    const before = (await server.mail(mover.from)).length;
    const own = await mover.client.auth.updateUser({ email: mover.from });
    expect(own.data.user).toMatchObject({ email: mover.from });
    expect(own.data.user).not.toHaveProperty('new_email');
    expect(await server.mail(mover.from)).toHaveLength(before);
  });

  test('everything else is still refused, with or without an address', async () => {
    const mover = await newMover(server);
    for (const attributes of [{ password: 'secret123' }, { phone: '+15550100' }, { data: { name: 'x' } }]) {
      for (const body of [attributes, { ...attributes, email: mover.to }, {}]) {
        const { error } = await mover.client.auth.updateUser(body);
        expect(error).toMatchObject({ status: 404, code: 'not_found' });
      }
    }
    expect(await server.mail(mover.to)).toEqual([]);
  });

  test('only the patient can start it', async () => {
    const mover = await newMover(server);
    for (const key of [server.keys.anonKey, server.keys.serviceRoleKey]) {
      const answer = await call(server, '/auth/v1/user', {
        method: 'PUT',
        headers: { apikey: key, authorization: `Bearer ${key}` },
        body: { email: mover.to },
      });
      expect([401, 403]).toContain(answer.status);
    }
    await mover.client.auth.signOut();
    const late = await beginChange(server, mover.token, { email: mover.to });
    expect([401, 403]).toContain(late.status);
    expect(await server.mail(mover.to)).toEqual([]);
  });
});
