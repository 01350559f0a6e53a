import pg from 'pg';
import { enter, runEntered } from './entered-query.ts';
import { PreparedNames } from './prepared-names.ts';
import { createShares, type InShare } from './shares.ts';
import type { Caller, Query, Result, Statement } from './query-types.ts';
import { clientFor } from './scram-only.ts';

export type AsCallerOptions = {
  /** Reads run in a read-only transaction, so a mistake of ours cannot write. */
  readOnly?: boolean;
  /** Checks the answer before the commit; throwing, or returning 'rollback', undoes everything. */
  decide?: (result: Result) => 'commit' | 'rollback';
  /**
   * Waited for once the share is granted, never before: the holder of a turn must not wait behind
   * themselves.
   */
  turn?: <Done>(work: () => Promise<Done>) => Promise<Done>;
};

export type Database = {
  /** As the server itself, above every policy: for the server's own tables only. */
  query: Query;
  transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  /**
   * As the caller, under row level security, in one round trip unless `decide` needs a second, and within
   * their share.
   */
  asCaller: (caller: Caller, statement: Statement, options?: AsCallerOptions) => Promise<Result>;
  /** What the server itself asks on behalf of a caller, within that caller's share of connections. */
  inShare: InShare;
  /** A separate connection, outside the pool, for LISTEN and for locks. */
  connect: () => Promise<pg.Client>;
  /** How busy the pool is. */
  load: () => { total: number; idle: number; waiting: number };
  end: () => Promise<void>;
};

// Instants stay text, so that no driver or zone changes them on the way.
const asText = (value: string) => value;
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    [1082, 1114, 1184].includes(oid) ? asText : pg.types.getTypeParser(oid, format)) as never,
};

/** As many as one caller uses at the same time. */
const KEPT_OPEN = 3;
const CONNECT_TIMEOUT_MS = 5_000;

type DatabaseOptions = {
  connections?: number;
  /** If `url` leads through a transaction pooler: each transaction may get a different connection there. */
  directUrl?: string | null;
  connectTimeoutMs?: number;
};

export function createDatabase(
  url: string,
  { connections = 10, directUrl = null, connectTimeoutMs = CONNECT_TIMEOUT_MS }: DatabaseOptions = {},
): Database {
  const config = { types, application_name: 'bea-portal' };
  const Client = clientFor(url);
  const pool = new pg.Pool({
    ...config,
    connectionString: url,
    Client,
    max: connections,
    // After a quiet minute, a request does not wait for a connection to open.
    min: Math.min(KEPT_OPEN, connections),
    pipeline: true,
    connectionTimeoutMillis: connectTimeoutMs,
    // Our statements are short. If PostgreSQL can JIT-compile, as Debian's can, doing so made one of 5 ms
    // take 750. A pooler's connections are opened for no one in particular: there the role has these
    // settings (pooler.ts).
    ...(directUrl === null && {
      options: '-c jit=off -c statement_timeout=8000 -c idle_in_transaction_session_timeout=15000',
    }),
  });
  // A lost connection fails the statements on it, which is where it is handled; unheard, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  /**
   * A failing statement leaves its connection intact; opening another one takes as long as fifty
   * statements.
   */
  async function onConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      if (isDatabaseError(error) && error.severity === 'FATAL') broken = error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  const transaction: Database['transaction'] = async (work) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work((text, values) => client.query(text, values));
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  };

  // Clients with `enter` prepared, and what else is prepared there. Behind a pooler nothing is.
  const prepared = new WeakMap<pg.PoolClient, PreparedNames>();

  async function namesOn(client: pg.PoolClient): Promise<PreparedNames | null> {
    if (directUrl !== null) return null;
    const known = prepared.get(client);
    if (known) return known;
    await client.query(enter(NOBODY, true));
    const names = new PreparedNames();
    prepared.set(client, names);
    return names;
  }

  const inShare = createShares();
  const asCaller: Database['asCaller'] = (caller, statement, options) =>
    inShare(caller, (spend) => {
      const run = () =>
        onConnection(async (client) => {
          const begun = performance.now();
          try {
            return await runAs(client, caller, statement, options);
          } finally {
            spend(performance.now() - begun);
          }
        });
      return options?.turn ? options.turn(run) : run();
    });

  async function runAs(
    client: pg.PoolClient,
    caller: Caller,
    statement: Statement,
    { readOnly = false, decide }: AsCallerOptions = {},
  ): Promise<Result> {
    const names = await namesOn(client);
    const entering = enter(caller, readOnly);
    return decide
      ? runDecided(client, names, entering, statement, decide)
      : runEntered(client, names, entering, statement);
  }

  return {
    query: (text, values) => onConnection((client) => client.query(text, values)),
    transaction,
    asCaller,
    inShare,
    connect: async () => {
      const connectionString = directUrl ?? url;
      const client = new (clientFor(connectionString))({
        ...config,
        connectionString,
        connectionTimeoutMillis: connectTimeoutMs,
      });
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}

const NOBODY: Caller = { role: 'anon', claims: '{}', userId: null, sessionId: null };

/** In a transaction that waits for a decision about its result. */
async function runDecided(
  client: pg.PoolClient,
  names: PreparedNames | null,
  entering: ReturnType<typeof enter>,
  statement: Statement,
  decide: (result: Result) => 'commit' | 'rollback',
): Promise<Result> {
  try {
    const [, result] = await Promise.all([
      client.query('begin'),
      runEntered(client, names, entering, statement),
    ]);
    await client.query(decide(result));
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

export type DatabaseError = pg.DatabaseError;
export const isDatabaseError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError;
