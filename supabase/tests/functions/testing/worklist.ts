import { expect } from 'vitest';
import { TeamTodayAnswer, type TeamToday } from '../../../../domain/contracts/team/team-today.ts';
import type { Patient } from '../../../../server/testing/patient.ts';
import type { Member } from '../../../../server/testing/team.ts';
import type { TestServer } from '../../../../server/testing/test-server.ts';

/** Events of patients and their care team's view, for the tests of Today. */
export const worklistScene = (server: () => TestServer) => {
  const sql = async (text: string, values: unknown[] = []) =>
    (await server().database.query(text, values)).rows;
  const ask = (name: string, { token }: Member, body?: object) =>
    fetch(`${server().url}/functions/v1/${name}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const today = async (who: Member): Promise<TeamToday> =>
    TeamTodayAnswer.parse(await (await ask('team-today', who)).json());
  return {
    sql,
    ask,
    today,
    /** Only this patient's items, because other tests share the clinic. */
    itemsOf: async (who: Member, { id }: Patient) =>
      (await today(who)).items.filter(({ patient }) => patient?.id === id),
    /** Runs like the job that runs every minute. */
    look: async () => {
      const response = await fetch(`${server().url}/functions/v1/watch-attention`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server().keys.serviceRoleKey}`,
          'content-type': 'application/json',
        },
        body: '{}',
      });
      expect(response.status).toBe(200);
    },
    feels: async ({ id }: Patient, strength = 'mild') =>
      (
        await sql(
          `insert into public.symptom_reports (user_id, signs, strength, since, urgent)
           values ($1, '{pain}', $2, current_date, $2 = 'strong') returning 'symptoms:' || id as key`,
          [id, strength],
        )
      )[0]!['key'] as string,
    tests: ({ id }: Patient, result: string, day = 0) =>
      sql(
        `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on)
         values ($1, 'PREGNANCY', $2, 1, now(), current_date + $3::integer)`,
        [id, result, day],
      ),
    assign: ({ id }: Patient, coach: Member) =>
      sql('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [id, coach.person]),
  };
};
