import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventsOfStart } from '../testing/production-start.ts';
import { connectAsSuperuser, testDatabase } from '../testing/test-database.ts';
import { createDatabase } from './database.ts';
import { refusedRowsInLog } from './refused-rows.ts';

test('a default PostgreSQL logs what patients enter, which the start reports until its superuser has run what it prints', async () => {
  const { database, url, remove } = await testDatabase();
  const superuser = await connectAsSuperuser(database);
  const { rows: facts } = await superuser.query<{ name: string; folder: string }>(
    `select current_database() as name, current_setting('data_directory') as folder`,
  );
  const { name, folder } = facts[0]!;
  onTestFinished(async () => {
    await superuser.end();
    await remove();
  });
  /** PostgreSQL's refusals on a new connection, with the current settings. */
  const refuse = async (words: string) => {
    const { query, end } = createDatabase(url, { connections: 1 });
    await expect(
      query(`insert into public.invitations (email, first_name, last_name) values ($1, null, 'Castellano')`, [
        words,
      ]),
    ).rejects.toThrow('null value');
    const warning = await refusedRowsInLog({ query });
    await end();
    return { warning, log: await readFile(join(dirname(folder), 'postgres.log'), 'utf8') };
  };
  // PostgreSQL's defaults; the embedded one, and the tests', is configured differently at start.
  for (const setting of [`log_min_messages = 'warning'`, `log_error_verbosity = 'default'`])
    await superuser.query(`alter database ${name} set ${setting}`);
  const installed = await refuse('before@example.com');
  expect(installed.log).toContain('before@example.com');
  const [, statement] = / superuser run: (.+;)$/.exec(installed.warning!)!;
  expect(statement).toBe(`alter database ${name} set log_min_messages = 'fatal';`);

  await superuser.query(statement!);
  const later = await refuse('after@example.com');
  expect(later.warning).toBeNull();
  expect(later.log).not.toContain('after@example.com');
});

test('production still starts, and says so', async () => {
  const { database, url, remove } = await testDatabase();
  onTestFinished(remove);
  const dataFolder = await mkdtemp(join(tmpdir(), 'bea-portal-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const warnings = async () =>
    (await eventsOfStart(url, dataFolder)).filter(({ event }) => event === 'database logs refused rows');
  expect(await warnings()).toEqual([]);
  const superuser = await connectAsSuperuser(database);
  const { rows } = await superuser.query<{ name: string }>('select current_database() as name');
  await superuser.query(`alter database ${rows[0]!.name} set log_min_messages = 'warning'`);
  await superuser.end();
  expect(await warnings()).toMatchObject([
    { reason: expect.stringContaining(`alter database ${rows[0]!.name} set log_min_messages = 'fatal';`) },
  ]);
});
