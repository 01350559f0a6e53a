import { createDatabase } from '../server/database/database.ts';
import { withServers } from './child-servers.ts';
import { makeClinic, withCluster, type Clinic } from './clinic.ts';
import { percentile, round } from './numbers.ts';
import { joinTeam, type TeamMember } from './team-member.ts';
import { fillDirectory } from './workspace.ts';

// How long does a care team member wait for Today, in a clinic with this many patients in treatment?

const SIZES = [10_000, 100_000];
const REQUESTS = 40;
/** This many of a hundred patients need someone now. */
const WITH_ITEM = 2;

type Measured = { items: number; p50: number; p99: number };
export type TodayResult = {
  patients: number[];
  /** At each size. A coach is assigned to everyone here, and a clinician sees the clinicians' items. */
  coach: Measured[];
  clinician: Measured[];
  /** How long the job that runs every minute takes, once it has looked at everyone. */
  watchMs: number[];
};

export const measureToday = (sizes = SIZES): Promise<TodayResult> =>
  withCluster(async (clusterUrl) => {
    const result: TodayResult = { patients: sizes, coach: [], clinician: [], watchMs: [] };
    for (const size of sizes) {
      const clinic = await makeClinic(clusterUrl, size);
      const [coach, clinician] = await beginTreatment(clinic);
      const environment = { DATABASE_URL: clinic.url, SECRETS: JSON.stringify(clinic.secrets) };
      await withServers([{ file: 'api/our-server.ts', environment }], async ([url]) => {
        while ((await watch(url!, clinic)).looked > 0);
        result.watchMs.push((await watch(url!, clinic)).ms);
        result.coach.push(await ask(url!, coach!));
        result.clinician.push(await ask(url!, clinician!));
      });
    }
    return result;
  });

/**
 * All are in treatment, five days into a cycle, and some have reported symptoms. The crowd was added
 * without triggers.
 */
async function beginTreatment({ url, secrets }: Clinic): Promise<TeamMember[]> {
  const database = createDatabase(url, { connections: 2 });
  try {
    const client = await database.connect(); // the pool's statements have a time limit
    await client.query(`
      set session_replication_role = replica;
      set synchronous_commit = off;
      insert into public.completed_phases (user_id, phase_id, stage_number)
        select user_id, phase_id, stage_number from public.customers, public.journey_phases
        where stage_number < 3 and customer_email like '%@crowd.example' on conflict do nothing;
      update public.test_results set result = 'Negative (Low LH)';
      delete from public.appointments where ends_at < now();
      insert into public.periods (user_id, day, kind, body)
        select user_id, current_date - 5, 'period', user_id from public.customers where customer_email like '%@crowd.example';
      insert into public.symptom_reports (user_id, signs, strength, since, urgent)
        select user_id, '{pain}', case when place % 2 = 0 then 'mild' else 'strong' end, current_date, place % 2 = 1
        from (select user_id, split_part(customer_email, '@', 1)::integer as place from public.customers
          where customer_email like '%@crowd.example') as numbered
        where place % 100 < ${WITH_ITEM};
      insert into private.attention_looks (user_id) select user_id from public.customers on conflict do nothing`);
    await client.end();
    await fillDirectory(database);
    const members: TeamMember[] = [];
    for (const role of ['coach', 'clinician'] as const) members.push(await joinTeam(database, secrets, role));
    const settled = await database.connect();
    await settled.query('vacuum analyze');
    await settled.end();
    return members;
  } finally {
    await database.end();
  }
}

async function watch(url: string, { secrets }: Clinic): Promise<{ looked: number; ms: number }> {
  const begun = performance.now();
  const response = await fetch(`${url}/functions/v1/watch-attention`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secrets.serviceRoleKey}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`The job was answered ${response.status}: ${await response.text()}`);
  const { looked } = (await response.json()) as { looked: number };
  return { looked, ms: round(performance.now() - begun) };
}

async function ask(url: string, { headers }: TeamMember): Promise<Measured> {
  const times: number[] = [];
  let items = 0;
  for (let turn = -3; turn < REQUESTS; turn += 1) {
    const begun = performance.now();
    const response = await fetch(`${url}/functions/v1/team-today`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`Today was answered ${response.status}: ${text}`);
    if (turn >= 0) times.push(performance.now() - begun); // the first ones only warm up
    items = (JSON.parse(text) as { items: unknown[] }).items.length;
  }
  return { items, p50: round(percentile(times, 50)), p99: round(percentile(times, 99)) };
}
