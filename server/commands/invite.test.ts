import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { inherited } from '../testing/inherited.ts';
import { EMPTY } from '../testing/prepare-data.ts';
import { spawnPortal } from '../testing/spawn-portal.ts';

const ROOT = join(import.meta.dirname, '../..');
const ROBIN = ['--email', 'robin@example.com', '--first', 'Robin', '--last', 'Castellano'];
const run = promisify(execFile);

/** The command on its own database, and what it left there to send. */
async function aClinic() {
  const folder = await mkdtemp(join(tmpdir(), 'bea-invite-'));
  const { database, url, remove } = await testDatabase();
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true });
    await remove();
  });
  const env = {
    ...inherited,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: url,
    SITE_URL: 'https://portal.clinic.example',
  };
  return {
    folder,
    invite: (...words: string[]) =>
      run(process.execPath, ['server/commands/invite.ts', ...words], { cwd: ROOT, env }),
    mails: async () => {
      const { rows } = await database.query<{ recipient: string; subject: string; body_text: string }>(
        'select recipient, subject, body_text from public.outbox order by recipient',
      );
      return rows;
    },
  };
}

test('the invite command emails where to sign in, and nothing about why', async () => {
  const { invite, mails } = await aClinic();
  await invite(...ROBIN);
  expect(await mails()).toMatchObject([{ recipient: 'robin@example.com', subject: 'Your portal is ready' }]);
  const [{ body_text: text } = { body_text: '' }] = await mails();
  expect(text).toContain('https://portal.clinic.example');
  expect(text).not.toMatch(/fertil|treatment|consult|pregnan|kit/i);
});

test('with --no-mail nothing is sent, to one or to a list', async () => {
  const { folder, invite, mails } = await aClinic();
  const file = join(folder, 'patients.csv');
  await writeFile(file, 'email,first,last\nada@example.com,Ada,Moreau\n');
  await invite('--no-mail', ...ROBIN);
  await invite('--no-mail', '--csv', file);
  expect(await mails()).toEqual([]);
});

test('a list emails each of its patients once, even when it is read again', async () => {
  const { folder, invite, mails } = await aClinic();
  const file = join(folder, 'patients.csv');
  await writeFile(file, 'email,first,last\nada@example.com,Ada,Moreau\nbea@example.com,Bea,Lind\n');
  await invite('--csv', file);
  await invite('--csv', file);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ada@example.com', 'bea@example.com']);
});

test.each([
  ['on a port of its own', {}],
  ['under an address of its own', { SITE_URL: 'https://portal.clinic.example' }],
])(
  'the email leads to the portal that runs %s, though the command is not told where',
  async (_, settings: { SITE_URL?: string }) => {
    const portal = await spawnPortal({ env: { ...EMPTY, ...settings } });
    onTestFinished(portal.remove);
    const env = { ...inherited, DATA_DIR: portal.dataFolder };
    await run(process.execPath, ['server/commands/invite.ts', ...ROBIN], { cwd: ROOT, env });
    const mailbox = `${portal.url}/dev/mailbox.json?to=robin@example.com`;
    const linked = async () => {
      const [mail] = (await (await fetch(mailbox)).json()) as { text: string }[];
      return /https?:\/\/[^/\s]+/.exec(mail?.text ?? '')?.[0];
    };
    await expect.poll(linked, { timeout: 20_000 }).toBe(settings.SITE_URL ?? portal.url);
  },
);
