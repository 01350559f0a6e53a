import { createDatabase, type Database } from '../server/database/database.ts';
import { withServers } from './child-servers.ts';
import { lastNameOf, makeClinic, withCluster, type Clinic } from './clinic.ts';
import { median, percentile, round } from './numbers.ts';
import { joinTeam } from './team-member.ts';

// Are the care team's list, search and record as quick among a million patients as among a thousand?

const SIZES = [1_000, 100_000, 1_000_000];
const ROUNDS = 7;
const REQUESTS = 30;

type Measured = {
  /** The median in milliseconds at each size, and its ratio to the smallest. */
  p50: number[];
  ratio: number[];
  /** Compared to a plain indexed read of 50 rows through the same server, at the same size. */
  beside: number[];
};
export type WorkspaceResult = { patients: number[]; requests: Record<string, Measured> };

export type Clinician = { headers: Record<string, string>; ids: string[] };
export type Request = { name: string; path: (turn: number, clinician: Clinician) => string };

/** So many of those who are opened have a long record. */
const LONG = 10;
/** As the workspace opens it. */
const recordOf = (id: string) => `/functions/v1/team-patient?id=${id}&cycles=newest`;

/** The baseline: 50 patients by an index, as the service reads them, without a name. */
export const PLAIN: Request = {
  name: 'plain',
  path: (turn) =>
    `/rest/v1/customers?select=user_id,customer_email,customer_first_name,customer_last_name,status&customer_email=gte.${
      100 + turn
    }@crowd.example&order=customer_email&limit=50`,
};
const REQUESTED: Request[] = [
  { name: 'list', path: (turn) => `/functions/v1/team-patients?page=${1 + (turn % 10)}` },
  {
    name: 'search',
    path: (turn) => `/functions/v1/team-patients?search=${lastNameOf(100 + turn).slice(1)}`,
  },
  { name: 'record', path: (turn, { ids }) => recordOf(ids[turn % (ids.length - LONG)]!) },
  {
    name: 'record of three cycles and 400 entries',
    path: (turn, { ids }) => recordOf(ids[ids.length - 1 - (turn % LONG)]!),
  },
];

export const measureWorkspace = (sizes = SIZES): Promise<WorkspaceResult> =>
  withCluster(async (clusterUrl) => {
    const made: Clinic[] = [];
    for (const size of sizes) made.push(await makeClinic(clusterUrl, size));
    for (const clinic of made) await inUse(clinic, fillDirectory, lookAtEverybody);
    for (const { url, visitors } of made)
      await inUse({ url }, (database) =>
        database.transaction((query) =>
          fillRecords(
            query,
            visitors.slice(-LONG).map(({ id }) => id),
          ),
        ),
      );
    const clinics: (Clinic & Clinician)[] = [];
    // Last, because an unused session ends.
    for (const clinic of made) clinics.push({ ...clinic, ...(await addClinician(clinic)) });
    const servers = clinics.map(({ url, secrets }) => ({
      file: 'api/our-server.ts',
      environment: { DATABASE_URL: url, SECRETS: JSON.stringify(secrets) },
    }));
    return withServers(servers, async (urls) => {
      const requests: WorkspaceResult['requests'] = {};
      for (const request of REQUESTED) {
        for (const clinic of clinics) await inUse(clinic, lookAgain);
        requests[request.name] = await acrossSizes(request, urls, clinics);
      }
      return { patients: sizes, requests };
    });
  });

/** So many moments, these hours apart. */
const days = (count: number, each: number) =>
  `generate_series(1, ${count}) as turn, lateral (select now() - turn * interval '${each} hours' as at) as moment`;

/** Three cycles of 28 days, as a patient and the team would fill them: 414 entries, and 60 messages in three conversations. */
export async function fillRecords(query: Database['query'], ids: string[]): Promise<void> {
  await query(
    `create temporary table long on commit drop as
     select user_id, place, member.id as person_id, 'Robin' as person_name, 'coach' as person_role
     from unnest($1::uuid[]) with ordinality as each (user_id, place), (select id from public.care_team order by email desc limit 1) as member`,
    [ids],
  );
  const who = 'person_id, person_name, person_role';
  for (const entries of [
    `public.periods (user_id, day, kind, created_at)
     select user_id, current_date - 28 * turn + 1, 'period', at from long, ${days(3, 24 * 28)}`,
    `public.test_results (user_id, result_type, result, taken_at, created_at)
     select user_id, 'ovulation', 'Negative (Low LH)', at, at from long, ${days(165, 12)}`,
    `public.test_results (user_id, result_type, result, cycle_number, taken_at, created_at)
     select user_id, 'PREGNANCY', 'negative', turn, at, at from long, ${days(3, 24 * 27)}`,
    `public.symptom_reports (user_id, signs, strength, since, words, urgent, created_at)
     select user_id, '{pain,discharge}', 'mild', at::date, 'A little in the evening.', false, at from long, ${days(24, 80)}`,
    `public.treatment_day_timers (user_id, cycle, action, at, on_day, created_at)
     select user_id, 1 + turn % 3, action, at, at::date, at from long, ${days(6, 24 * 14)}, unnest('{sample,cap-in,cap-out}'::text[]) as action`,
    `public.survey_responses (user_id, survey, cycle_number, answers, created_at)
     select user_id, 'applicator-use', 1 + turn % 3,
       jsonb_build_array(at::date, (1 + turn % 3)::text, 'No', '', '30 minutes', '4 to 5 hours', 'Found it easy', ''), at from long, ${days(6, 24 * 14)}`,
    `public.survey_responses (user_id, survey, answers, created_at)
     select user_id, 'before-treatment', '{"response": "confident"}', at from long, ${days(3, 24 * 27)}`,
    `public.safety_checks (user_id, cycle, answers, outcome, reasons, on_day, created_at)
     select user_id, 1 + turn % 3, '{"fever": "no", "pain": "no", "bleeding": "no"}', 'ready', '{}', at::date, at from long, ${days(6, 24 * 14)}`,
    `public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, outcome, outcome_at)
     select user_id, person_id, (select id from public.appointment_types order by slug limit 1), starts_at, starts_at + interval '20 minutes',
       starts_at + interval '30 minutes', 'took-place', at
     from long, ${days(12, 24 * 7)}, lateral (select at - place * interval '1 hour' as starts_at) as call`,
    `public.medical_notes (user_id, title, noted_on, content, author_id, author_name, author_role, signed_at, created_at)
     select user_id, 'Follow-up call', at::date, repeat('She is well and continues as planned. ', 20), ${who}, at, at from long, ${days(12, 24 * 7)}`,
    `public.staff_notes (user_id, text, ${who}, written_at)
     select user_id, 'Prefers calls after 4 pm.', ${who}, at from long, ${days(30, 66)}`,
    `public.patient_contacts (user_id, how, direction, result, words, ${who}, contacted_at, recorded_at)
     select user_id, case turn % 3 when 0 then 'email' else 'phone' end, 'outgoing', 'spoke', 'Called about the day’s test.', ${who}, at, at
     from long, ${days(60, 33)}`,
    `public.attention_decisions (key, version, user_id, decision, outcome, words, ${who}, decided_at)
     select 'no-tests-logged:' || user_id || ':' || turn, 1, user_id, 'done', 'spoke', 'All is well.', ${who}, at from long, ${days(60, 33)}`,
    `public.follow_ups (user_id, due_at, text, to_id, ${who}, asked_at)
     select user_id, at + interval '2 days', 'Ask about the kit.', person_id, ${who}, at from long, ${days(9, 24 * 9)}`,
    `public.patient_alerts (user_id, text, ${who}, added_at) select user_id, 'Latex allergy', ${who}, at from long, ${days(3, 24 * 27)}`,
    `public.message_threads (user_id, topic) select user_id, topic from long, unnest('{My treatment,A test result,The kit}'::text[]) as topic`,
    `public.messages (thread_id, user_id, place, sender, text, ${who}, created_at)
     select thread.id, user_id, turn, case turn % 2 when 0 then 'team' else 'patient' end, 'Thank you, that helps.',
       case turn % 2 when 0 then person_id end, case turn % 2 when 0 then person_name end, case turn % 2 when 0 then person_role end, at
     from public.message_threads as thread join long using (user_id), ${days(20, 96)}`,
  ])
    await query(`insert into ${entries}`);
}

export async function inUse(
  { url }: Pick<Clinic, 'url'>,
  ...steps: ((database: Database) => Promise<void>)[]
): Promise<void> {
  const database = createDatabase(url, { connections: 2 });
  try {
    for (const step of steps) await step(database);
  } finally {
    await database.end();
  }
}

async function addClinician(clinic: Clinic): Promise<Clinician> {
  const { secrets, visitors } = clinic;
  let headers: Clinician['headers'] = {};
  await inUse(clinic, async (database) => {
    ({ headers } = await joinTeam(database, secrets, 'clinician'));
  });
  return { headers, ids: visitors.map(({ id }) => id) };
}

/** The crowd was added without triggers. */
export async function fillDirectory(database: Database): Promise<void> {
  const client = await database.connect(); // the pool's statements have a time limit
  try {
    await client.query(`
      set synchronous_commit = off;
      select private.rebuild_directory();
      select private.fold_counts()`);
    await client.query('vacuum analyze private.patient_directory');
  } finally {
    await client.end();
  }
}

/**
 * As the minutely job leaves it: patients with nothing pending are not read again before something happens.
 */
async function lookAtEverybody(database: Database): Promise<void> {
  const client = await database.connect();
  try {
    await client.query(`
      set synchronous_commit = off;
      insert into private.attention_looks (user_id) select user_id from public.customers on conflict do nothing;
      update private.attention_looks as look set items = 0, is_urgent = false, look_at = now() + interval '1 day', checked_at = now()
      where not exists (select from public.appointments as call where call.user_id = look.user_id and ends_at < now())`);
    await client.query('vacuum analyze private.attention_looks');
  } finally {
    await client.end();
  }
}

/** The others have a call without an outcome, and are checked every minute. */
async function lookAgain(database: Database): Promise<void> {
  const client = await database.connect();
  try {
    await client.query(`
      set synchronous_commit = off;
      update private.attention_looks set items = 1, is_urgent = false, checked_at = now() where look_at <= now()`);
    await client.query('vacuum private.attention_looks');
  } finally {
    await client.end();
  }
}

/** Alternates, one request at a time: the question is how long one person waits. */
async function acrossSizes(request: Request, urls: string[], clinics: (Clinic & Clinician)[]) {
  const rounds: { times: number[]; beside: number[] }[] = [];
  for (let turn = -1; turn < ROUNDS; turn += 1) {
    const [times, beside]: [number[], number[]] = [[], []];
    for (const [at, clinic] of clinics.entries()) {
      const plain = await p50(urls[at]!, PLAIN, clinic, turn);
      times.push(await p50(urls[at]!, request, clinic, turn));
      beside.push(times.at(-1)! / plain);
    }
    if (turn >= 0) rounds.push({ times, beside }); // the first turn only warms up
  }
  const medians = (of: (one: (typeof rounds)[number], at: number) => number) =>
    clinics.map((_, at) => round(median(rounds.map((one) => of(one, at)))));
  return {
    p50: medians(({ times }, at) => times[at]!),
    ratio: medians(({ times }, at) => times[at]! / times[0]!),
    beside: medians(({ beside }, at) => beside[at]!),
  };
}

export async function p50(
  url: string,
  { name, path }: Request,
  clinic: Clinic & Clinician,
  turnOfAll: number,
): Promise<number> {
  const { serviceRoleKey } = clinic.secrets;
  const service = { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` };
  const headers = name === PLAIN.name ? service : clinic.headers;
  const times: number[] = [];
  for (let turn = 0; turn < REQUESTS; turn += 1) {
    const begun = performance.now();
    const response = await fetch(url + path((turnOfAll + 1) * REQUESTS + turn, clinic), { headers });
    const text = await response.text();
    times.push(performance.now() - begun);
    if (!response.ok) throw new Error(`${name} was answered ${response.status}: ${text}`);
  }
  return percentile(times, 50);
}
