import { afterAll, beforeAll, describe, test as anyTest } from 'vitest';
import { serveWithDeno } from '../../../../server/testing/deno.ts';
import { newPatient, type Patient } from '../../../../server/testing/patient.ts';
import type { DeploymentKind } from '../../../../server/testing/test-database.ts';
import { startTestServer, type TestServer } from '../../../../server/testing/test-server.ts';
import { times } from '../../../../server/testing/times.ts';

/** `json` is null for an answer in another format, such as a calendar. */
export type Answer = { status: number; headers: Headers; text: string; json: unknown };
export type Call = {
  method?: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged, for text that no value could produce. */
  text?: string;
  headers?: Record<string, string>;
  /** Null for no credential at all. */
  token?: string | null;
};
export type Deployment = {
  kind: DeploymentKind;
  server: () => TestServer;
  patient: (options?: { consent?: boolean }) => Promise<Patient>;
  /** Calls the function. With a body, it is a POST. */
  call: (call: Call) => Promise<Answer>;
  rows: <Row extends Record<string, unknown>>(table: string, patient: Patient) => Promise<Row[]>;
};

/** How many of a function's own tests Deno still runs; null on Node, which runs them all. */
let leftOnDeno: number | null = null;
const TESTS_ON_DENO = times(3, Infinity);
/** A form, something to read, a change of a call, a request open to anyone, and one only for the service. */
const ONE_OF_EACH = new Set([
  'log-period',
  'fetch-medical-notes',
  'cancel-appointment',
  'get-blog-posts',
  'send-cycle-reminders',
]);
let isTriedInFull = true;

/**
 * Vitest's own `test`, but on Deno only the first row of a table is tried. The rows are rules whose files and
 * SQL are the same on both runtimes. Runtime differences, such as access and repeated requests, are tested on
 * both.
 */
export const testOnBoth = new Proxy(anyTest, {
  get: (tests, name) =>
    name === 'each' && leftOnDeno !== null
      ? (rows: readonly unknown[]) => tests.each(times(rows.slice(0, 1), rows))
      : (Reflect.get(tests, name) as unknown),
});

/**
 * For behavior that all functions get from the same shared files, such as access. Node tests it for every
 * function, Deno for one of each type. `keys.test.ts` tests every function on Deno.
 */
export const testOnNode = new Proxy(anyTest, {
  apply: (tests, _, args: Parameters<typeof anyTest>) => {
    if (isTriedInFull) tests(...args);
  },
  get: (_, name) =>
    name === 'each' && !isTriedInFull ? () => () => {} : (Reflect.get(testOnBoth, name) as unknown),
});

/**
 * For one function's rules. Node runs them all; Deno runs the first few, which show that it starts, answers
 * and stores there.
 */
export const test = new Proxy(testOnBoth, {
  apply: (tests, _, args: Parameters<typeof anyTest>) => {
    if (isStillRun()) tests(...args);
  },
  get: (tests, name) =>
    name === 'each'
      ? (rows: readonly unknown[]) => (isStillRun() ? tests.each(rows) : () => {})
      : (Reflect.get(tests, name) as unknown),
});

function isStillRun(): boolean {
  if (leftOnDeno === null) return true;
  leftOnDeno -= 1;
  return leftOnDeno >= 0;
}

/**
 * The same tests against one function on both runtimes: in our server's process with our own tables, and
 * under Deno with a Supabase-like database, where our server replaces Supabase's services.
 */
export const inBothDeployments = (name: string, tests: (deployment: Deployment) => void): void =>
  inDeployments({}, name, tests);

/** For limits, which other tests' deployments raise. */
export const inBothDeploymentsAt = (
  scale: string,
  name: string,
  tests: (deployment: Deployment) => void,
): void => inDeployments({ RATE_LIMIT_SCALE: scale }, name, tests);

/** With a clinic's settings, such as its zone and its duty phone. */
export function inDeployments(
  environment: Record<string, string>,
  name: string,
  tests: (deployment: Deployment) => void,
): void {
  describe(`${name} on Node, in the embedded deployment`, () => {
    tests(
      deploymentOf('embedded', environment, async ({ url }) => ({
        url: `${url}/functions/v1/${name}`,
        stop: async () => {},
      })),
    );
  });
  describe(`${name} on Deno, as on Supabase`, () => {
    leftOnDeno = TESTS_ON_DENO;
    isTriedInFull = times(ONE_OF_EACH.has(name), true);
    tests(deploymentOf('supabase', environment, (server) => serveWithDeno(name, server, environment)));
    [leftOnDeno, isTriedInFull] = [null, true];
  });
}

type Served = { url: string; stop: () => Promise<void> };

function deploymentOf(
  kind: DeploymentKind,
  environment: Record<string, string>,
  serve: (server: TestServer) => Promise<Served>,
): Deployment {
  let server: TestServer;
  let served: Served;
  beforeAll(async () => {
    server = await startTestServer(environment, { deployment: kind });
    served = await serve(server);
  });
  afterAll(async () => {
    await served.stop();
    await server.stop();
  });
  return {
    kind,
    server: () => server,
    patient: (options) => newPatient(server, options),
    call: (call) => send(served.url, call, server.keys.anonKey),
    rows: async (table, { id }) => {
      const { rows } = await server.database.query(
        `select * from public.${table} where user_id = $1 order by created_at`,
        [id],
      );
      return rows as never;
    },
  };
}

async function send(
  url: string,
  { method, query, body, text, headers, token }: Call,
  anonKey: string,
): Promise<Answer> {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(query ? `${url}?${new URLSearchParams(query)}` : url, {
    method: method ?? (content === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token !== null && { authorization: `Bearer ${token ?? anonKey}` }),
      'content-type': 'application/json',
      ...headers,
    },
    ...(content !== undefined && { body: content }),
  });
  const { status, headers: answered } = response;
  const answer = await response.text();
  const isJson = answered.get('content-type')?.startsWith('application/json');
  return { status, headers: answered, text: answer, json: isJson ? JSON.parse(answer) : null };
}
