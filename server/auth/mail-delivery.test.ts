import { createServer, type AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';
import { addressesOf, newMover } from './testing/email-changes.ts';
import { askForCode, submitCode, clientOf, codeFor } from './testing/patients.ts';

type Caught = { to: string[]; from: string; source: string };

/** A mail server on this machine that stores what it receives. */
async function catcher(options: SMTPServerOptions = {}): Promise<{ url: string; caught: Caught[] }> {
  const caught: Caught[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        const source = Buffer.concat(chunks).toString();
        caught.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          source,
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  onTestFinished(() => new Promise<void>((closed) => smtp.close(closed)));
  return { url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, caught };
}

test('the code goes out by SMTP, to the patient and no one else', async () => {
  const { url, caught } = await catcher();
  const server = await withTestServer({ SMTP_URL: url, MAIL_FROM: 'Béa <hello@clinic.example>' });
  await server.invite('ada@example.com');
  expect((await askForCode(server, 'ada@example.com')).status).toBe(200);
  const code = await codeFor(server, 'ada@example.com');
  expect(caught).toHaveLength(1);
  expect(caught[0]).toMatchObject({ to: ['ada@example.com'], from: 'hello@clinic.example' });
  expect(caught[0]!.source).toContain(code);
  expect(caught[0]!.source).toContain('Subject: Your sign-in code');
  expect((await submitCode(server, 'ada@example.com', code)).status).toBe(200);
});

test('a mail server that refuses produces a clear error, and the patient may try again right away', async () => {
  let refusing = true;
  const { url, caught } = await catcher({
    onRcptTo: (_address, _session, done) => done(refusing ? new Error('mailbox unavailable') : null),
  });
  const server = await withTestServer({ SMTP_URL: url });
  await server.invite('ada@example.com');
  const { error } = await clientOf(server).auth.signInWithOtp({ email: 'ada@example.com' });
  expect(error).toMatchObject({ status: 503, message: 'The email could not be sent. Please try again.' });
  const answer = await askForCode(server, 'ada@example.com');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  expect(await server.mail('ada@example.com')).toEqual([]);
  refusing = false;
  expect((await askForCode(server, 'ada@example.com')).status).toBe(200);
  expect(caught).toHaveLength(1);
  expect((await submitCode(server, 'ada@example.com', await codeFor(server, 'ada@example.com'))).status).toBe(
    200,
  );
});

test('a mail server that never answers gives the same clear error', async () => {
  const silent = createServer();
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  onTestFinished(() => new Promise<void>((closed) => silent.close(() => closed())));
  const { port } = silent.address() as AddressInfo;
  const server = await withTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  await server.invite('ada@example.com');
  expect((await askForCode(server, 'ada@example.com')).status).toBe(503);
});

test('a mail server that is not there gives the same clear error', async () => {
  const server = await withTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
  await server.invite('ada@example.com');
  expect((await askForCode(server, 'ada@example.com')).status).toBe(503);
  expect((await askForCode(server, 'ada@example.com')).status).toBe(503);
});

test('a change of address whose second code the mail server refuses is undone, and may be tried again right away', async () => {
  let refused = /^to-/;
  const { url } = await catcher({
    onRcptTo: ({ address }, _session, done) =>
      done(refused.test(address) ? new Error('mailbox unavailable') : null),
  });
  const server = await withTestServer({ SMTP_URL: url });
  const mover = await newMover(server);
  const { error } = await mover.client.auth.updateUser({ email: mover.to });
  expect(error).toMatchObject({ status: 503, message: 'The email could not be sent. Please try again.' });
  expect(await addressesOf(server, mover)).toMatchObject({ email: mover.from, pending: '' });
  refused = /^nobody/;
  expect((await mover.client.auth.updateUser({ email: mover.to })).error).toBeNull();
});
