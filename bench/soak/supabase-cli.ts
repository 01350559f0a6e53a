import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase, type Database } from '../../server/database/database.ts';
import { removeData } from '../../server/embedded/cluster-folder.ts';
import { startPostgres } from '../../server/embedded/postgres.ts';
import { makeApiRoles, makeProject, OWNER } from '../../server/testing/supabase-project.ts';
import { assert, NotRun } from './assert.ts';
import { openRelay } from './cluster/relay.ts';
import { deployFunctions } from './supabase-functions.ts';

const VERSION = '2.117.0';
const ROOT = join(import.meta.dirname, '../..');
const PASSWORD = 'a-password-for-tests';
const run = promisify(execFile);

/**
 * Supabase's own CLI updates an empty project, finds nothing to do the second time, and adds one more
 * migration. Then it deploys the functions.
 */
export async function supabaseCli() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'bea-supabase-data-'));
  const project = await mkdtemp(join(tmpdir(), 'bea-supabase-project-'));
  const postgres = await startPostgres(dataFolder);
  // Our PostgreSQL has no port, and the CLI requires one.
  const door = await openRelay({ path: join(postgres.socketFolder, '.s.PGSQL.5432') });
  const database = createDatabase(postgres.url, { connections: 1 });
  try {
    await makeApiRoles(database);
    await makeProject(database);
    await database.query(`alter role ${OWNER} login password '${PASSWORD}'`);
    await cp(join(ROOT, 'supabase'), join(project, 'supabase'), {
      recursive: true,
      filter: (path) => !path.includes('/tests'),
    });
    await cp(join(ROOT, 'domain'), join(project, 'domain'), { recursive: true });
    const push = pusher(project, door.port);
    const first = await push();
    const atFirst = await contentOf(database);
    assert(atFirst.migrations > 0 && atFirst.articles > 0, `pushed ${JSON.stringify(atFirst)}`);
    const second = await push();
    assert(/up to date/.test(second.said), `the second push said ${second.said}`);
    const next = '20991231000000_one_more.sql';
    await writeFile(join(project, 'supabase/migrations', next), 'create table private.one_more (id int);');
    const third = await push();
    const afterwards = await contentOf(database);
    assert(afterwards.migrations === atFirst.migrations + 1, `then ${JSON.stringify(afterwards)}`);
    assert(afterwards.articles === atFirst.articles, `then ${JSON.stringify(afterwards)}`);
    const deployed = await deployFunctions(project, (args, env) => runCli(project, args, env));
    const seconds = [first, second, third].map((each) => each.seconds);
    return { version: VERSION, ...atFirst, ...deployed, seconds };
  } finally {
    await database.end();
    door.close();
    await postgres.stop();
    await removeData(dataFolder);
    await rm(project, { recursive: true });
  }
}

/** As in docs/deploy-supabase.md, as the project's owner, who is not a superuser. */
function pusher(project: string, port: number) {
  const url = `postgresql://${OWNER}:${PASSWORD}@127.0.0.1:${port}/postgres?sslmode=disable`;
  return async () => {
    const begun = performance.now();
    const said = await runCli(project, ['db', 'push', '--yes', '--include-seed', '--db-url', url]);
    return { said, seconds: Math.round((performance.now() - begun) / 1000) };
  };
}

/** Returns its output. */
async function runCli(cwd: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const cli = ['exec', '--yes', `--package=supabase@${VERSION}`, '--', 'supabase', ...args];
  const options = { cwd, timeout: 300_000, env: { ...process.env, ...env } };
  const { stdout, stderr } = await run('npm', cli, options).catch((error: Error) => {
    if (/E(AI_AGAIN|NOTFOUND|CONNREFUSED|404)|UNSUPPORTED/.test(error.message))
      throw new NotRun(`Supabase's CLI ${VERSION} could not be fetched`);
    throw error;
  });
  return stdout + stderr;
}

async function contentOf({ query }: Database) {
  const { rows } = await query<{ migrations: number; articles: number }>(
    `select (select count(*)::int from supabase_migrations.schema_migrations) as migrations,
            (select count(*)::int from public.blog_articles) as articles`,
  );
  return rows[0]!;
}
