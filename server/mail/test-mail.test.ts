import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../testing/spawn-portal.ts';
import { inherited } from '../testing/inherited.ts';

const ROOT = join(import.meta.dirname, '../..');
const PASSWORD = 'p@ss/word:7';
const IN_URL = encodeURIComponent(PASSWORD);

/** A real mail server with smtp-server's own certificate, which no one trusts. */
async function mailServer(options: SMTPServerOptions = {}) {
  const caught: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === PASSWORD
        ? done(null, { user: 'care' })
        : done(
            Object.assign(new Error(`no entry with the password ${password ?? ''}`), { responseCode: 535 }),
          ),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        caught.push(Buffer.concat(chunks).toString());
        done();
      });
    },
    ...options,
  });
  smtp.on('error', () => {}); // one of the cases is a client that refuses the certificate
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  onTestFinished(() => new Promise<void>((closed) => smtp.close(closed)));
  return { at: `127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, caught };
}

async function testMail(smtpUrl: string, to = 'you@clinic.example', from = 'Béa <care@clinic.example>') {
  const child = spawn(process.execPath, ['server/commands/test-mail.ts', '--to', to], {
    cwd: ROOT,
    env: {
      ...inherited,
      NODE_ENV: 'production',
      SMTP_URL: smtpUrl,
      MAIL_FROM: from,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (printed += part));
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, printed };
}

test('one email arrives, and the server’s response is shown', async () => {
  const { at, caught } = await mailServer();
  const { code, printed } = await testMail(`smtp://care:${IN_URL}@${at}`);
  expect(printed).toMatch(/Sent from Béa <care@clinic\.example> to you@clinic\.example\..*answered: 250 /);
  expect(code).toBe(0);
  expect(caught).toHaveLength(1);
  expect(caught[0]).toContain('care@clinic.example');
});

test('a sender without an address is named, and no email is sent', async () => {
  const { at, caught } = await mailServer();
  const { code, printed } = await testMail(`smtp://care:${IN_URL}@${at}`, undefined, 'Béa');
  expect(printed).toMatch(/^MAIL_FROM must be an email address, alone or as Name <care@clinic\.example>\n$/);
  expect({ code, caught }).toEqual({ code: 1, caught: [] });
});

test('a wrong password is reported, and never shown, even if the server repeats it', async () => {
  const { at } = await mailServer();
  const wrong = 'Wr0ng/secret';
  const { code, printed } = await testMail(`smtp://care:${encodeURIComponent(wrong)}@${at}`);
  expect(code).toBe(1);
  expect(printed).toContain('rejected the user name or password');
  expect(printed).toContain('535');
  expect(printed).toContain('[password]');
  for (const form of [wrong, encodeURIComponent(wrong), Buffer.from(wrong).toString('base64')]) {
    expect(printed).not.toContain(form);
  }
});

const refuse = (words: string) => (_: unknown, __: unknown, done: (error: Error) => void) =>
  done(new Error(words));

test.each([
  [
    'a refused sender',
    { onMailFrom: refuse('not your address') },
    /sender Béa <care@clinic\.example>.*MAIL_FROM.*not your address/,
  ],
  [
    'a refused recipient',
    { onRcptTo: refuse('no such mailbox') },
    /recipient you@clinic\.example.*no such mailbox/,
  ],
  [
    'a certificate that nobody trusts',
    { hideSTARTTLS: false },
    /certificate of 127\.0\.0\.1, port \d+ is not trusted/,
  ],
] as const)('%s is named', async (_name, options, sentence) => {
  const { at } = await mailServer(options);
  const { code, printed } = await testMail(`smtp://care:${IN_URL}@${at}`);
  expect(printed).toMatch(sentence);
  expect(printed).not.toContain(PASSWORD);
  expect(printed).not.toContain('    at '); // a sentence, not a stack trace
  expect(code).toBe(1);
});

test('a certificate problem is named with TLS from the first byte too, and a port without TLS as such', async () => {
  const secure = await mailServer({ secure: true });
  expect((await testMail(`smtps://${secure.at}`)).printed).toMatch(/certificate of .* is not trusted/);
  const plain = await mailServer();
  expect((await testMail(`smtps://${plain.at}`)).printed).toContain('Use smtp:// in SMTP_URL');
});

test('a server that is down, does not exist or does not respond gets its own message', async () => {
  const refused = await testMail(`smtp://127.0.0.1:${await freePort()}`);
  expect(refused.printed).toContain('Nothing is listening at 127.0.0.1, port');
  const unknown = await testMail('smtp://smtp.invalid');
  expect(unknown.printed).toContain("Can't find a mail server at smtp.invalid");
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const late = await testMail(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  expect(late.printed).toContain("didn't respond in time");
  expect([refused.code, unknown.code, late.code]).toEqual([1, 1, 1]);
});

test('a missing or invalid address is refused before anything is sent', async () => {
  expect((await testMail('')).printed).toBe(
    'SMTP_URL is missing: there is no mail server to test. Point to its settings with --env-file FILE or PORTAL_ENV.\n',
  );
  expect((await testMail('smtp://127.0.0.1', 'nobody')).printed).toContain(
    '--to: Please enter a valid email',
  );
  const broken = await testMail(`smtp://care:${PASSWORD}@127.0.0.1`);
  expect(broken.printed).toBe(
    'SMTP_URL must be smtps://user:password@host, with @ : / ? # in a password as %40 %3A %2F %3F %23\n',
  );
});
