import { expect, test } from 'vitest';
import {
  addressesOf,
  askForChange,
  beginChange,
  submitChangeCode,
  letCodesAge,
  newMover,
  newMoverWithCodes,
  onBothTables,
  statusOf,
} from './testing/email-changes.ts';
import { codeFor } from './testing/patients.ts';

const CANNOT = { code: 'email_exists', message: 'This address cannot be used.' };

onBothTables((home) => {
  test('while one patient moves to an address no one else can, and its codes are that patient’s', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    const other = await newMover(server);
    const asked = await askForChange(server, other.token, mover.to);
    expect(await asked.json()).toEqual({ usable: false });
    const begun = await beginChange(server, other.token, { email: mover.to });
    expect([begun.status, await begun.json()]).toEqual([422, CANNOT]);
    expect(await server.mail(mover.to)).toHaveLength(1);
    expect(await addressesOf(server, other)).toMatchObject({ pending: '' });

    await submitChangeCode(server, mover.from, await codeFor(server, mover.from));
    const done = await submitChangeCode(server, mover.to, await codeFor(server, mover.to));
    expect(await done.json()).toMatchObject({ user: { id: mover.id, email: mover.to } });
  });

  test('when many ask for the same address at the same time, one gets codes', async () => {
    const server = home();
    const movers = await Promise.all(Array.from({ length: 4 }, () => newMover(server)));
    const email = movers[0]!.to;
    const begun = await Promise.all(movers.map(({ token }) => beginChange(server, token, { email })));
    expect(begun.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
    expect(await server.mail(email)).toHaveLength(1);
  });

  test('anyone who started may send the codes again; given up or run out, the address is free', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    const other = await newMover(server);
    await letCodesAge(server, mover, '1 minute');
    expect((await beginChange(server, mover.token, { email: mover.to })).status).toBe(200);
    expect((await beginChange(server, other.token, { email: mover.to })).status).toBe(422);
    await letCodesAge(server, mover, '10 minutes');
    expect((await beginChange(server, other.token, { email: mover.to })).status).toBe(200);

    const givesUp = await newMoverWithCodes(server);
    await givesUp.client.rpc('cancel_email_change');
    const next = await newMover(server);
    expect((await beginChange(server, next.token, { email: givesUp.to })).status).toBe(200);
  });

  test('a patient who uses someone else’s code with their own token is refused, and no one’s address changes', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    const other = await newMover(server);
    const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
    const current = await codeFor(server, mover.from);
    expect((await submitChangeCode(server, mover.from, current, as(other))).status).toBe(403);
    expect((await submitChangeCode(server, mover.from, current, as(mover))).status).toBe(200);
    const next = await codeFor(server, mover.to);
    expect((await submitChangeCode(server, mover.to, next, as(other))).status).toBe(403);
    expect(await addressesOf(server, mover)).toMatchObject({ email: mover.from, pending: mover.to });
    expect(await statusOf(server, mover.token)).toBe(200);
    const done = await submitChangeCode(server, mover.to, next, as(mover));
    expect(await done.json()).toMatchObject({ user: { id: mover.id, email: mover.to } });
  });
});
