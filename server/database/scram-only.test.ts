import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase } from './database.ts';
import { SCRAM_ONLY } from './scram-only.ts';

const PASSWORD = 'a-password-nobody-may-hear';

function authentication(code: number, rest = Buffer.alloc(0)): Buffer {
  const message = Buffer.alloc(9);
  message.write('R');
  message.writeInt32BE(8 + rest.length, 1);
  message.writeInt32BE(code, 5);
  return Buffer.concat([message, rest]);
}
const OK = authentication(0);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const CLEARTEXT = authentication(3);
const MD5 = authentication(5, Buffer.from('salt'));
const GSS = authentication(7);
const PARAMETER = Buffer.from('S\0\0\0\x08a\0b\0', 'latin1');
const COPY_IN = Buffer.from([0x47, 0, 0, 0, 7, 0, 0, 0]);
const SASL = authentication(10, Buffer.from('SCRAM-SHA-256\0\0'));
const serverFirst = (said: string) =>
  authentication(11, Buffer.from(`r=${/r=([^,]+)/.exec(said)![1]}more,s=c2FsdA==,i=4096`));
const serverFinal = authentication(12, Buffer.from(`v=${Buffer.alloc(32).toString('base64')}`));

/** An impostor on PostgreSQL's socket, who answers each message with the next of these. */
async function impostor(...answers: ((said: string) => Buffer)[]) {
  const folder = await mkdtemp(join(tmpdir(), 'bea-scram-'));
  let heard = '';
  const server = createServer((socket) => {
    let next = 0;
    socket.on('error', () => {});
    socket.on('data', (said) => {
      heard += said.toString('latin1');
      const answer = answers[next++];
      if (answer) socket.write(answer(said.toString('latin1')));
    });
  });
  await new Promise<void>((done) => server.listen(join(folder, '.s.PGSQL.5432'), done));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const host = encodeURIComponent(folder);
  const database = createDatabase(`postgres://postgres:${PASSWORD}@/postgres?host=${host}&${SCRAM_ONLY}`);
  onTestFinished(() => database.end());
  return { database, heard: () => heard };
}

test.each([
  ['asks for the password as it is', [() => CLEARTEXT]],
  ['asks for a hash of the password', [() => MD5]],
  ['asks for the password and is ready at once', [() => Buffer.concat([CLEARTEXT, OK, READY])]],
  ['believes anybody', [() => Buffer.concat([OK, READY])]],
  ['believes anybody after a while', [() => SASL, () => Buffer.concat([OK, READY])]],
  ['asks for nothing', [() => READY]],
  ['asks for nothing, in the middle', [() => SASL, () => Buffer.concat([READY, serverFinal, OK, READY])]],
  ['asks for Kerberos', [() => GSS]],
  ['asks for what nobody knows', [() => Buffer.concat([authentication(99), OK, READY])]],
  ['gives a parameter and is ready', [() => Buffer.concat([PARAMETER, READY])]],
  ['asks for rows', [() => Buffer.concat([COPY_IN, READY])]],
  ['proves nothing', [() => SASL, serverFirst, () => Buffer.concat([OK, READY])]],
  ['does not know the password', [() => SASL, serverFirst, () => Buffer.concat([serverFinal, OK, READY])]],
] as const)('a server that %s receives neither password nor statement', async (_, answers) => {
  const { database, heard } = await impostor(...answers);
  await expect(database.query(`select 'what a patient wrote'`)).rejects.toThrow(/SCRAM|SASL/);
  await expect(database.connect()).rejects.toThrow(/SCRAM|SASL/);
  expect(heard()).not.toContain(PASSWORD);
  expect(heard()).not.toMatch(/md5[0-9a-f]{32}/);
  expect(heard()).not.toContain('what a patient wrote');
});

test('our own PostgreSQL proves itself, and lets no one in without', async () => {
  const url = inject('postgresUrl');
  expect(url).toContain(SCRAM_ONLY);
  const database = createDatabase(url, { connections: 1 });
  onTestFinished(() => database.end());
  const { rows } = await database.query(
    `select array(select distinct auth_method from pg_hba_file_rules) as methods,
       (select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = 'postgres') as kept_as_scram,
       current_setting('password_encryption') as encryption, current_setting('listen_addresses') as network`,
  );
  expect(rows).toEqual([
    { methods: ['scram-sha-256'], kept_as_scram: true, encryption: 'scram-sha-256', network: '' },
  ]);
  const stranger = createDatabase(url.replace(/:[^:@]+@/, ':wrong@'), { connections: 1 });
  onTestFinished(() => stranger.end());
  await expect(stranger.query('select 1')).rejects.toThrow('password authentication failed');
});
