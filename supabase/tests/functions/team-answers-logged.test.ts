import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { times } from '../../../server/testing/times.ts';
import {
  calmPatient,
  EVERY_STATE,
  eventfulPatient,
  everyRequest,
  type About,
  type Setting,
  type State,
} from './testing/every-request.ts';
import { aTeamClinic } from './testing/team-calls.ts';
import { ask, type Asked } from './testing/two-clinics.ts';

// Every function of the care team, including future ones: anything an answer reveals about a patient's
// health, even a refusal, has a log line.

const ROOT = join(import.meta.dirname, '../../..');
const NAMES = globSync('supabase/functions/team-*', { cwd: ROOT }).map((path) => path.split('/').at(-1)!);

let server: TestServer;
let setting: Setting;
let people: Record<'coach' | 'colleague' | 'clinician', Member>;
beforeAll(async () => {
  server = await startTestServer();
  people = {
    coach: await newMember(server, 'coach'),
    colleague: await newMember(server, 'coach'),
    clinician: await newMember(server, 'clinician'),
  };
  setting = { server, clinic: await aTeamClinic(server, Object.values(people)), ...people };
});
afterAll(() => server.stop());

const sql = async (text: string, values: unknown[] = []) => (await server.database.query(text, values)).rows;

/** Equal for every patient, except for personal data and new secrets. */
function comparable(text: string, of: About): string {
  const json = JSON.parse(text) as {
    items?: { patient: { id: string } | null }[];
    conversations?: { patient: { id: string } }[];
    ended?: unknown;
    calls?: unknown;
  };
  const ofPatient = json.items
    ? { ...json, items: json.items.filter(({ patient }) => patient?.id === of.id), ended: null, calls: null }
    : json;
  // Conversations that an earlier request began are of another patient.
  const conversations = json.conversations?.filter(({ patient }) => patient.id === of.id);
  return JSON.stringify({ ...ofPatient, ...(conversations && { conversations }) })
    .replaceAll(of.email, '<email>')
    .replaceAll(/"secret":"[\w-]{22}"/g, '"secret":"<secret>"')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '<moment>');
}

type Heard = { words: string; isLogged: boolean; wasChanged: boolean };

async function answerTo(asked: Asked, who: Member, of: About): Promise<Heard> {
  // A read is logged once in 15 minutes.
  await sql('delete from private.limits');
  const [last] = await sql('select coalesce(max(id), 0) as id from public.audit_log');
  const { status, text } = await ask(server, who, asked);
  const lines = await sql(
    // Someone who needs a reason gets a fixed message that the patient is a colleague's, so that much may be
    // logged.
    `select kind from public.audit_log
     where actor_id = $2 and id > $3 and (subject_id = $1 or kind = 'refused_reason_required')`,
    [of.id, who.person, last!['id']],
  );
  return {
    words: `${status} ${comparable(text, of)}`,
    isLogged: lines.length > 0,
    wasChanged: status === 200 && asked.body !== undefined,
  };
}

/** One after the other. After a request changes a patient, another patient like them is used. */
async function answersTo(
  who: Member,
  make: () => Promise<About>,
): Promise<(Heard & { asked: string; names: boolean })[]> {
  let of = await make();
  const heard = [];
  for (let place = 0; place < everyRequest(of, setting).length; place += 1) {
    const request = everyRequest(of, setting)[place]!;
    const answer = await answerTo(request, who, of);
    const asked = `${request.name} ${JSON.stringify(request.body ?? request.query)}`;
    heard.push({ ...answer, asked, names: asked.includes(of.id) });
    if (!answer.wasChanged) continue;
    await sql('delete from public.appointments where user_id = $1', [of.id]);
    of = await make();
  }
  await sql('delete from public.appointments where user_id = $1', [of.id]);
  return heard;
}

// Each takes a hundred requests.
const STATES_OF: Record<'coach' | 'colleague' | 'clinician', State[]> = {
  coach: ['pregnant'],
  colleague: ['after a loss'],
  clinician: ['after a loss', 'paused'],
};

test.each(['coach', 'colleague', 'clinician'] as const)(
  'whatever a %s learns that differs with a patient’s health is in the log',
  { timeout: 300_000 },
  async (role) => {
    const calm = await answersTo(people[role], () => calmPatient(setting));
    const silent: string[] = [];
    for (const [place, state] of times(STATES_OF[role], EVERY_STATE).entries()) {
      const eventful = await answersTo(people[role], () => eventfulPatient(setting, state, place + 1));
      for (const [at, { words, isLogged, asked, names }] of eventful.entries()) {
        const other = calm[at]!;
        // An id of a missing thing belongs to no one. Only a request that names the patient reveals something
        // about one without data.
        const areLogged = isLogged && (other.isLogged || !names);
        if (words !== other.words && !areLogged) silent.push(`${state}, ${asked}: ${words} / ${other.words}`);
      }
    }
    expect(silent.map((line) => line.slice(0, 500))).toEqual([]);
  },
);

/** Every value of the contracts that distinguishes one request from another. */
async function actionsOf(name: string): Promise<string[]> {
  const contracts = globSync(`domain/contracts/team/${name}.ts`, { cwd: ROOT });
  const found = await Promise.all(
    contracts.map(async (path) => {
      const exports = (await import(join(ROOT, path))) as Record<string, unknown>;
      return Object.entries(exports).flatMap(([exported, schema]) =>
        /(Request|Change)$/.test(exported) ? literalsIn(schema) : [],
      );
    }),
  );
  return [...new Set(found.flat())];
}

type Schema = {
  def?: {
    options?: unknown[];
    shape?: Record<string, Schema>;
    values?: unknown[];
    entries?: Record<string, string>;
  };
};
/** A function does something different for each of these. */
const DISCRIMINATORS = ['action', 'decision', 'type', 'outcome'];

function literalsIn(schema: unknown): string[] {
  const { def } = schema as Schema;
  if (def?.options) return def.options.flatMap(literalsIn);
  return DISCRIMINATORS.flatMap((field) => {
    const { values, entries } = def?.shape?.[field]?.def ?? {};
    return [...(values ?? []), ...Object.values(entries ?? {})].map(String);
  });
}

test('every team function is called, in every way possible', async () => {
  const asked = everyRequest(await calmPatient(setting), setting);
  await sql('delete from public.appointments');
  // 'team-lock' isn't about a patient, and the other requests need the session it locks.
  const notAsked = NAMES.filter((name) => asked.every((request) => request.name !== name));
  expect(notAsked).toEqual(['team-lock']);
  expect((await actionsOf('team-care')).length).toBeGreaterThan(5);
  for (const name of NAMES) {
    const bodies = asked
      .filter((request) => request.name === name)
      .map(({ body }) => JSON.stringify(body ?? {}));
    const missing = (await actionsOf(name)).filter((action) =>
      bodies.every((body) => !body.includes(`"${action}"`)),
    );
    expect([name, missing]).toEqual([name, []]);
  }
});
