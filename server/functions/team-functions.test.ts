import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import type { Handler } from '../../supabase/functions/_shared/request/define-function.ts';
import {
  defineTeamFunction,
  type Team,
} from '../../supabase/functions/_shared/request/define-team-function.ts';
import { answerProblem } from '../http/answer-problem.ts';
import { newPatient } from '../testing/patient.ts';
import { newMember, type Member } from '../testing/team.ts';
import { withTestServer, type TestServer } from '../testing/test-server.ts';
import { functionRoutes } from './routes.ts';

type Post = { body: unknown; key?: string };

/** Serves only this team function, and calls it. */
async function callAs(server: TestServer, { token }: Member, handler: Handler, post?: Post) {
  const routes = functionRoutes(
    server,
    (url, asking) => fetch(url.replace('http://portal.internal', server.url), asking),
    { handlers: new Map([['team-trial', handler]]) },
  );
  routes.onError(answerProblem(server));
  const served = serve({ fetch: routes.fetch, port: 0, hostname: '127.0.0.1' });
  onTestFinished(() => void served.close());
  await once(served, 'listening');
  const url = `http://127.0.0.1:${(served.address() as AddressInfo).port}/team-trial`;
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, ...(post?.key && { 'idempotency-key': post.key }) },
    ...(post && { method: 'POST', body: JSON.stringify(post.body) }),
  });
  return { status: response.status, json: (await response.json()) as unknown };
}

test('a function of the team cannot be written without its roles and what it reads', () => {
  const run = async () => ({});
  // @ts-expect-error: no one may call it
  defineTeamFunction({ method: 'GET', reads: [], run });
  // @ts-expect-error: no one may call it
  defineTeamFunction({ method: 'GET', roles: [], reads: [], run });
  // @ts-expect-error: it does not say what it reads
  defineTeamFunction({ method: 'GET', roles: ['coach'], run });
  // @ts-expect-error: there is no way to the tables
  defineTeamFunction({ method: 'GET', roles: ['coach'], reads: [], run: async (_, { service }) => service });
});

test('what it receives gives access to no table', async () => {
  const server = await withTestServer();
  const coach = await newMember(server, 'coach');
  const run = async (_: unknown, team: object) =>
    Object.keys(team).sort((one, other) => one.localeCompare(other));
  const handler = defineTeamFunction({ method: 'GET', roles: ['coach'], reads: [], run });
  expect(await callAs(server, coach, handler)).toEqual({
    status: 200,
    json: [
      'ask',
      'clinicHours',
      'fetchCalendar',
      'keyedHash',
      'linkFile',
      'now',
      'parse',
      'person',
      'portal',
      'signCallToken',
    ],
  });
});

test('a role that ends while a function is running counts for its next query', async () => {
  const server = await withTestServer();
  const clinician = await newMember(server, 'clinician');
  const change = (role: string) =>
    server.database.query('select public.team_change_role(null, $1, $2)', [clinician.person, role]);
  const handler = defineTeamFunction({
    method: 'GET',
    roles: ['clinician'],
    reads: [],
    run: async (_, team) => {
      expect(await team.ask('team_people')).toHaveLength(1);
      await change('coach');
      return team.ask('team_people');
    },
  });
  expect(await callAs(server, clinician, handler)).toMatchObject({
    status: 403,
    json: { code: 'not_allowed' },
  });
  expect(await callAs(server, clinician, handler)).toMatchObject({
    status: 403,
    json: { code: 'not_allowed' },
  });
});

/** A function that reads a patient's results, like the workspace's. */
const results = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['test_results'],
  input: z.object({ id: z.guid() }),
  run: async ({ id }, team) => ({ results: await team.ask('team_trial', { p_patient: id }) }),
});
const TRIAL = `create function public.team_trial(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid)
  returns jsonb language plpgsql security definer set search_path = '' as $$
  begin
    perform private.enter_team(p_user, p_session, p_roles, p_reads);
    perform private.enter_record(p_patient, p_reads);
    return (select jsonb_agg(result) from public.test_results where user_id = p_patient);
  end $$;
  grant execute on function public.team_trial to service_role`;

test('a function that reads a patient answers by consent, role and assignment, with a line for each read', async () => {
  const server = await withTestServer();
  const { query } = server.database;
  await query(TRIAL);
  const team = {
    marisol: await newMember(server, 'coach'),
    sam: await newMember(server, 'coach'),
    clinician: await newMember(server, 'clinician'),
    administrator: await newMember(server, 'administrator'),
  };
  const { id } = await newPatient(server);
  await query(
    `insert into public.test_results (user_id, result_type, result, taken_at) values ($1, 'ovulation', 'Invalid', now())`,
    [id],
  );
  const heard = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(team).map(async ([name, member]) => {
          const { status, json } = await callAs(server, member, results, { body: { id } });
          return [name, status === 200 ? json : (json as { code: string }).code] as const;
        }),
      ),
    );
  const shown = { results: ['Invalid'] };
  const administrator = 'not_allowed';
  expect(await heard()).toEqual({ marisol: shown, sam: shown, clinician: shown, administrator });
  await query('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
    id,
    team.marisol.person,
  ]);
  expect(await heard()).toEqual({ marisol: shown, sam: 'reason_required', clinician: shown, administrator });
  await query('update public.customers set data_usage_consent = false where user_id = $1', [id]);
  const nobody = 'not_allowed';
  expect(await heard()).toEqual({ marisol: nobody, sam: nobody, clinician: nobody, administrator });
  const { rows } = await query(
    `select staff_role as role, count(*)::integer as lines from public.audit_log
     where subject_id = $1 and action = 'read' and kind = 'test_results' group by 1 order by 1`,
    [id],
  );
  expect(rows).toEqual([
    { role: 'clinician', lines: 1 },
    { role: 'coach', lines: 2 },
  ]);
});

test('however often a function writes, the same key writes once, and a person’s writes have a limit', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.01' });
  await server.database.query(
    `create table private.trial (at timestamptz default clock_timestamp());
     create function public.team_trial(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_request jsonb)
     returns jsonb language plpgsql security definer set search_path = '' as $$
     declare
       acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
       earlier jsonb := private.earlier_answer(p_request);
     begin
       if earlier is not null then return earlier; end if;
       insert into private.trial default values;
       return private.keep_answer(p_request, to_jsonb((select count(*) from private.trial)));
     end $$;
     grant execute on function public.team_trial to service_role`,
  );
  const handler = defineTeamFunction({
    method: 'POST',
    roles: ['coach'],
    reads: [],
    input: z.object({ words: z.string() }),
    run: async (_, team) => ({ written: await team.write('team_trial') }),
  });
  const coach = await newMember(server, 'coach');
  const write = (words: string, key?: string) =>
    callAs(server, coach, handler, { body: { words }, ...(key && { key }) });
  const key = randomUUID();
  const first = { status: 200, json: { written: 1 } };
  expect([await write('a', key), await write('a', key)]).toEqual([first, first]);
  expect(await write('b', key)).toMatchObject({ status: 409, json: { code: 'submission_reused' } });
  expect(await write('b')).toEqual({ status: 200, json: { written: 2 } });
  expect(await write('b')).toEqual({ status: 200, json: { written: 3 } });
  expect((await write('b')).status).toBe(200);
  expect((await write('b')).status).toBe(429);
});

test('an unforeseen failure of a procedure is logged with the function’s name and the SQL state, and with no data', async () => {
  const logged: [string, unknown][] = [];
  const server = await withTestServer();
  const coach = await newMember(server, 'coach');
  await server.database.query(
    `create function public.team_trial(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
     language plpgsql as $$ begin raise exception using errcode = '21000', message = 'robin@example.com'; end $$`,
  );
  const run = (_: unknown, team: Team) => team.ask('team_trial');
  const handler = defineTeamFunction({ method: 'GET', roles: ['coach'], reads: [], run });
  const logging = { ...server, log: (event: string, fields: unknown) => logged.push([event, fields]) };
  expect(await callAs(logging, coach, handler)).toMatchObject({ status: 500 });
  expect(logged).toEqual([
    ['function failed', expect.objectContaining({ name: 'team-trial', code: '21000' })],
  ]);
  expect(JSON.stringify(logged)).not.toContain('robin');
});
