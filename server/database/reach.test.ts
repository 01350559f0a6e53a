import { connect, createServer } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseAt, ORDINARY } from '../testing/global-setup.ts';
import { freePort } from '../testing/spawn-portal.ts';
import { testDatabase } from '../testing/test-database.ts';
import { reachDatabase } from './reach.ts';

const PASSWORD = 'nobody-may-read-this';
const reach = (url: string, waitMs = 0) => reachDatabase(url, { setting: 'DATABASE_URL', waitMs });

const sentenceOf = (url: string) => reach(url).then(String, (error: Error) => error.message);

test('an operator learns which setting to check and why, and never the password', async () => {
  const port = await freePort();
  const { url, remove } = await testDatabase();
  onTestFinished(remove);
  const said = {
    nobody: await sentenceOf(`postgres://bea:${PASSWORD}@127.0.0.1:${port}/portal`),
    unknown: await sentenceOf(`postgres://bea:${PASSWORD}@nowhere.invalid/portal`),
    password: await sentenceOf(url.replace(ORDINARY.password, PASSWORD)),
    database: await sentenceOf(databaseAt(inject('postgresUrl'), 'nothing', ORDINARY)),
    unreadable: await sentenceOf(`postgres://bea:${PASSWORD}#1@127.0.0.1/portal`),
    tls: await sentenceOf(`${url}&sslmode=verify-full`),
  };
  expect(said.nobody).toBe(
    `DATABASE_URL (bea at 127.0.0.1:${port}, database portal): nothing is listening there. Is PostgreSQL running, and are the host and port right?`,
  );
  expect(said.unknown).toMatch(/there is no host with that name|can’t be looked up/);
  expect(said.password).toContain('the password is wrong');
  expect(said.database).toContain('there is no database with that name');
  expect(said.unreadable).toBe(
    'DATABASE_URL: this address isn’t valid. In a password, write # as %23, @ as %40, / as %2F and % as %25.',
  );
  expect(said.tls).toContain('TLS does not work');
  expect(JSON.stringify(said)).not.toMatch(new RegExp(`${PASSWORD}|${ORDINARY.password}`));
});

test('a database that starts late is waited for', async () => {
  const port = await freePort();
  const { url, remove } = await testDatabase();
  onTestFinished(remove);
  let waits = 0;
  const socket = new URLSearchParams(url.split('?')[1]).get('host')!;
  const reached = reachDatabase(
    `postgres://${ORDINARY.name}:${ORDINARY.password}@127.0.0.1:${port}/${/\/(\w+)\?/.exec(url)![1]}`,
    { setting: 'DATABASE_URL', waitMs: 20_000, onWait: () => (waits += 1) },
  );
  await expect.poll(() => waits).toBe(1);
  // The same PostgreSQL, which has only a socket, on the port that was silent until now.
  const listener = createServer((client) => {
    const postgres = connect(`${socket}/.s.PGSQL.5432`);
    client.pipe(postgres).pipe(client);
    client.on('error', () => postgres.destroy());
    postgres.on('error', () => client.destroy());
  });
  await new Promise<void>((ready) => listener.listen(port, '127.0.0.1', ready));
  onTestFinished(() => void listener.close());
  await reached;
  expect(waits).toBe(1);
});
