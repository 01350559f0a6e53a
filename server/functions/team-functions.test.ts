import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import type { Handler } from '../../supabase/functions/_shared/define-function.ts';
import { defineTeamFunction } from '../../supabase/functions/_shared/define-team-function.ts';
import { answerProblem } from '../http/answer-problem.ts';
import { newMember, type Member } from '../testing/team.ts';
import { withTestServer, type TestServer } from '../testing/test-server.ts';
import { functionRoutes } from './routes.ts';

/** Serves this function of the team alone, and calls it. */
async function callAs(server: TestServer, { token }: Member, handler: Handler) {
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
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, json: (await response.json()) as unknown };
}

test('a function of the team cannot be written without its roles and what it reads', () => {
  const run = async () => ({});
  // @ts-expect-error: nobody may call it
  defineTeamFunction({ method: 'GET', reads: [], run });
  // @ts-expect-error: nobody may call it
  defineTeamFunction({ method: 'GET', roles: [], reads: [], run });
  // @ts-expect-error: it does not say what it reads
  defineTeamFunction({ method: 'GET', roles: ['coach'], run });
  // @ts-expect-error: there is no way to the tables
  defineTeamFunction({ method: 'GET', roles: ['coach'], reads: [], run: async (_, { service }) => service });
});

test('what it is given leads to no table', async () => {
  const server = await withTestServer();
  const coach = await newMember(server, 'coach');
  const run = async (_: unknown, team: object) =>
    Object.keys(team).sort((one, other) => one.localeCompare(other));
  const handler = defineTeamFunction({ method: 'GET', roles: ['coach'], reads: [], run });
  expect(await callAs(server, coach, handler)).toEqual({
    status: 200,
    json: ['ask', 'keyedHash', 'now', 'person', 'portal'],
  });
});

test('a role that ends while a function is at work counts for its next question', async () => {
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
