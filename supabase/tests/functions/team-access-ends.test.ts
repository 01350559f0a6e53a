import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { eventfulPatient, everyRequest, type About, type Setting } from './testing/every-request.ts';
import { aTeamClinic } from './testing/team-calls.ts';
import { ask, type Asked } from './testing/two-clinics.ts';

// Reasons that open a colleague's patient for a while. Nothing done in that time may extend them.

let server: TestServer;
let setting: Setting;
let visitor: Member;
beforeAll(async () => {
  server = await startTestServer();
  const [coach, colleague] = [await newMember(server, 'coach'), await newMember(server, 'coach')];
  visitor = await newMember(server, 'coach');
  setting = {
    server,
    coach,
    colleague,
    clinic: await aTeamClinic(server, [coach, colleague, visitor]),
  };
});
afterAll(() => server.stop());

const sql = async (text: string, values: unknown[] = []) => (await server.database.query(text, values)).rows;

/** How a colleague's patient opens to the visitor, and how that ends. */
const WAYS: Record<string, { begin: (id: string) => Promise<unknown>; end: () => Promise<unknown> }> = {
  'a reason': {
    begin: (id) => ask(server, visitor, reasonFor(id)),
    end: () =>
      sql(`update public.record_openings set ends_at = now() where person_id = $1`, [visitor.person]),
  },
  'a cover': {
    begin: () =>
      sql(
        `insert into public.absences (host_id, starts_at, ends_at, covered_by)
         values ($1, now() - interval '1 hour', now() + interval '1 hour', $2)`,
        [setting.coach.person, visitor.person],
      ),
    end: () => sql('delete from public.absences where host_id = $1', [setting.coach.person]),
  },
  'a follow-up of a colleague’s': {
    begin: (id) =>
      ask(server, setting.coach, {
        name: 'team-care',
        body: { action: 'follow-up', id, at: inAnHour(), words: 'Please call.', to: visitor.person },
      }),
    end: () =>
      sql(
        `insert into public.attention_decisions (key, version, user_id, decision, outcome, person_id, person_name, person_role)
         select 'follow-up:' || id, 1, user_id, 'done', 'spoke', person_id, 'The coach', 'coach'
         from public.follow_ups where to_id = $1 and person_id <> $1 on conflict do nothing`,
        [visitor.person],
      ),
  },
};

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const reasonFor = (id: string): Asked => ({
  name: 'team-open-with-reason',
  body: { id, category: 'safety', words: 'They called.' },
});
const recordOf = (id: string): Asked => ({ name: 'team-patient', query: { id } });

const visits = async (id: string) => (await ask(server, visitor, recordOf(id))).status;

test.each(Object.keys(WAYS))(
  'nothing that a coach does while %s opens the record lets them in after it has ended',
  { timeout: 300_000 },
  async (way) => {
    const { begin, end } = WAYS[way]!;
    const asNew = async (): Promise<About> => {
      await sql('delete from public.appointments where true');
      const of = await eventfulPatient(setting, 'after a loss', 1);
      await begin(of.id);
      expect(await visits(of.id)).toBe(200);
      return of;
    };
    let of = await asNew();
    const stayed: string[] = [];
    let changes = 0;
    // Giving a reason again counts as a new one, and is logged.
    const asked = (about: About) =>
      everyRequest(about, { ...setting, colleague: visitor }).filter(
        ({ name, body }) => body !== undefined && name !== 'team-open-with-reason',
      );
    for (let place = 0; place < asked(of).length; place += 1) {
      const request = asked(of)[place]!;
      const { status } = await ask(server, visitor, request);
      if (status !== 200) continue;
      changes += 1;
      await end();
      const after = await visits(of.id);
      if (after !== 403) stayed.push(`${request.name} ${JSON.stringify(request.body)}: ${after}`);
      of = await asNew();
    }
    await end();
    expect(changes).toBeGreaterThan(15);
    expect(stayed).toEqual([]);
  },
);

test.each(Object.keys(WAYS))(
  'a coach who replied while %s opened the record does not get what the patient writes after it has ended',
  async (way) => {
    const { begin, end } = WAYS[way]!;
    await sql('delete from public.appointments where true');
    const of = await eventfulPatient(setting, 'after a loss', 1);
    const write = () =>
      sql(
        `select public.send_message($1, $2, null, 'And when?', now() + interval '1 hour', gen_random_uuid())`,
        [of.id, of.thread],
      );
    const thread: Asked = { name: 'team-messages', query: { thread: of.thread } };
    const reply = { name: 'team-message', body: { threadId: of.thread, text: 'I answer for a colleague.' } };
    // An earlier unanswered message is for every coach by then.
    expect((await ask(server, setting.coach, reply)).status).toBe(200);
    await write();
    await begin(of.id);
    expect((await ask(server, visitor, reply)).status).toBe(200);
    await write();
    expect((await ask(server, visitor, thread)).status).toBe(200);
    await end();
    expect((await ask(server, visitor, thread)).status).toBe(403);
    const list: Asked = { name: 'team-conversations', query: { show: 'all' } };
    expect(JSON.stringify(await ask(server, visitor, list))).not.toContain(of.id);
    expect(JSON.stringify(await ask(server, visitor, { name: 'team-today' }))).not.toContain(of.id);
  },
);
