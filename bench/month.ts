import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { addPatients, openClinic, inDatabase, postmasterOf, secretsOf, type Visitor } from './soak/clinic.ts';
import { assert, eventually } from './soak/assert.ts';
import { kilobytes, round } from './numbers.ts';
import { FREQUENT_REQUESTS } from './requests.ts';
import { machine } from './machine.ts';
import type { Database } from '../server/database/database.ts';

// What does one patient leave behind in a month, and what does it cost to serve them?

/** What one patient does in a month: an assumption, stated in docs/scale.md. */
const MONTH = { visits: 12, tests: 8, messages: 4, periods: 1, pregnancyTests: 1, slotSearches: 2 };
const PATIENTS = 60;
const TICKS_PER_SECOND = 100; // Linux reports processor time in these units

export type MonthResult = {
  /** Separate, because processor time does not carry over. */
  machine: string;
  patients: number;
  month: typeof MONTH;
  requests: number;
  transactions: number;
  kilobytes: number;
  /** Of these, the log of who saw and changed what. */
  auditKilobytes: number;
  auditRows: number;
  serverSeconds: number;
  databaseSeconds: number;
};

export async function measureMonth({ patients = PATIENTS } = {}): Promise<MonthResult> {
  const clinic = await openClinic();
  try {
    const secrets = await secretsOf(clinic);
    return await inDatabase(clinic, async (database) => {
      const visitors = await addPatients(database, secrets, patients);
      const postmaster = await postmasterOf(clinic);
      const seconds = () => [secondsOf(clinic.process.pid!), secondsOf(postmaster)] as const;
      const [before, [server, postgres]] = [await sizesOf(database), seconds()];
      let requests = 0;
      for (const visitor of visitors) requests += await live(clinic.url, visitor);
      const [serverAfter, postgresAfter] = seconds();
      const after = await untilCounted(database, before.transactions + requests);
      const each = (number: number, digits = 1) => round(number / patients, digits);
      return {
        machine: machine(),
        patients,
        month: MONTH,
        requests: each(requests),
        transactions: each(after.transactions - before.transactions),
        kilobytes: each(kilobytes(after.bytes - before.bytes)),
        auditKilobytes: each(kilobytes(after.auditBytes - before.auditBytes)),
        auditRows: each(after.auditRows - before.auditRows),
        serverSeconds: each(serverAfter - server, 2),
        databaseSeconds: each(postgresAfter - postgres, 2),
      };
    });
  } finally {
    await clinic.remove();
  }
}

/** Returns how many requests it took. */
async function live(url: string, visitor: Visitor): Promise<number> {
  let requests = 0;
  const ask = async (path: string, { headers = {}, body }: { headers?: object; body?: object } = {}) => {
    requests += 1;
    const answer = await fetch(url + path, {
      headers: { ...visitor.headers, 'idempotency-key': randomUUID(), ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const words = await answer.text();
    assert(answer.ok, `${path} was answered ${answer.status}: ${words}`);
  };
  const call = (name: string, body: object) => () => ask(`/functions/v1/${name}`, { body });
  await often(MONTH.periods, call('log-period', { day: today(), kind: 'period' }));
  await often(MONTH.visits, async () => {
    for (const { path, headers } of FREQUENT_REQUESTS)
      await ask(path({ id: visitor.id, token: '' }), headers && { headers });
  });
  await often(MONTH.tests, call('submit-ovulation-test-result', { result: 'Invalid' }));
  await often(
    MONTH.messages,
    call('send-message', { topic: 'The kit', text: 'Is it all right to begin tomorrow?' }),
  );
  await often(MONTH.slotSearches, () => ask(`/functions/v1/fetch-appointment-slots?${SEARCH}`));
  const negative = { result: 'negative', cycle: 1, date: new Date().toISOString() };
  await often(MONTH.pregnancyTests, call('submit-pregnancy-test-result', negative));
  return requests;
}

async function often(times: number, act: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await act();
}

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString();
const today = () => day(0).slice(0, 10);
const SEARCH = new URLSearchParams({
  appointmentType: 'clinical-coach-support-call',
  searchFrom: day(1),
  searchUntil: day(2),
}).toString();

async function sizesOf({ query }: Database) {
  const { rows } = await query<{
    bytes: number;
    audit_bytes: number;
    audit_rows: number;
    transactions: number;
  }>(
    `select sum(pg_total_relation_size(relation.oid))::float8 as bytes,
       pg_total_relation_size('public.audit_log')::float8 as audit_bytes,
       (select count(*)::int from public.audit_log) as audit_rows,
       (select xact_commit::float8 from pg_stat_database where datname = current_database()) as transactions
     from pg_class relation join pg_namespace room on room.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'private', 'auth', 'portal_server', 'storage')`,
  );
  const { bytes, audit_bytes: auditBytes, audit_rows: auditRows, transactions } = rows[0]!;
  return { bytes, auditBytes, auditRows, transactions };
}

/** PostgreSQL counts up to a second later. */
async function untilCounted(database: Database, least: number) {
  await eventually(
    'every transaction is counted',
    30,
    async () => (await sizesOf(database)).transactions >= least,
  );
  await pause(2_000);
  return sizesOf(database);
}

/** The processor time of a process and of those it started, including those that have exited. */
function secondsOf(pid: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name) ?? []);
  const own = stats.filter((one) => one.pid === pid || one.parent === pid);
  return own.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;
}

function statOf(name: string): { pid: number; parent: number; ticks: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { pid: Number(name), parent: fields[1]!, ticks };
  } catch {
    return undefined; // it has just ended
  }
}
