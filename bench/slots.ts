import { createDatabase, type Database } from '../server/database/database.ts';
import { FREQUENT_REQUESTS, headersOf, SLOTS, type PatientRequest } from './requests.ts';
import { withServers } from './child-servers.ts';
import { makeClinic, withCluster, type Clinic } from './clinic.ts';
import { median, round } from './numbers.ts';

// How much longer than a plain indexed read does a day of slots take, with 50 hosts and 100,000 appointments?

export type SlotsResult = { readMs: number; slotsMs: number; ratio: number };

const ROUNDS = 400;
const HOSTS = 50;
const APPOINTMENTS = 100_000;
const READ = FREQUENT_REQUESTS.find(({ name }) => name === 'results')!;

export const measureSlots = (): Promise<SlotsResult> =>
  withCluster(async (cluster) => {
    const clinic = await makeClinic(cluster, 5_000);
    const database = createDatabase(clinic.url, { connections: 1 });
    await fillCalendars(database);
    await database.end();
    const environment = { DATABASE_URL: clinic.url, SECRETS: JSON.stringify(clinic.secrets) };
    return withServers([{ file: 'api/our-server.ts', environment }], ([url]) => compare(url!, clinic));
  });

/** Half an hour with each host every ten hours, for years around today: the days have as many gaps as appointments. */
async function fillCalendars(database: Database): Promise<void> {
  const client = await database.connect(); // the pool's statements have a time limit
  await client.query(`
    set session_replication_role = replica;
    create temporary table host as
      select gen_random_uuid() as id, place from generate_series(1, ${HOSTS}) place;
    insert into public.care_team (id, name, role, email, time_zone)
      select id, 'Host ' || place, 'coach', place || '@calendars.example',
        (array['America/New_York', 'Europe/London', 'Australia/Sydney', 'Asia/Kolkata'])[place % 4 + 1] from host;
    insert into public.availability (host_id, weekday, starts_at, ends_at)
      select id, day, '08:00', '18:00' from host, generate_series(1, 7) day;
    delete from public.appointment_type_hosts;
    insert into public.appointment_type_hosts select type.id, host.id from public.appointment_types type, host;
    insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
      select patient.user_id, host.id, type.id, at, at + interval '30 minutes', at + interval '30 minutes'
      from (select id from public.appointment_types order by slug limit 1) type,
        generate_series(0, ${APPOINTMENTS / HOSTS - 1}) turn
        join host on true
        join (select user_id, row_number() over () as place from public.customers) patient
          on patient.place = 1 + (turn * 53 + host.place * 97) % 4000,
        lateral (select date_trunc('day', now()) - interval '400 days' + turn * interval '10 hours'
          + host.place % 20 * interval '30 minutes' as at) moment
      on conflict do nothing`);
  await client.query('vacuum analyze'); // as autovacuum would have done in those years
  await client.end();
}

async function compare(url: string, clinic: Clinic): Promise<SlotsResult> {
  const visitor = clinic.visitors[0]!;
  const timed = async (request: PatientRequest) => {
    const begun = performance.now();
    const answer = await fetch(`${url}${request.path(visitor)}`, {
      headers: headersOf(request, clinic, visitor),
    });
    const rows = (await answer.json()) as unknown[];
    if (!answer.ok || rows.length === 0)
      throw new Error(`${request.name} answered ${answer.status} without rows.`);
    return performance.now() - begun;
  };
  const took: { read: number[]; slots: number[] } = { read: [], slots: [] };
  for (let turn = 0; turn < ROUNDS; turn++) {
    took.read.push(await timed(READ));
    took.slots.push(await timed(SLOTS));
  }
  const [readMs, slotsMs] = [median(took.read), median(took.slots)];
  return { readMs: round(readMs), slotsMs: round(slotsMs), ratio: round(slotsMs / readMs) };
}
