import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { healthWordsIn, type Allowed } from '../../../server/testing/health-words.ts';
import { newMember } from '../../../server/testing/team.ts';
import { withTestServer } from '../../../server/testing/test-server.ts';
import { newPatient } from '../../../server/testing/patient.ts';
import { DAY, isoFromInstant } from '../../../domain/time/instant.ts';
import { keepCall } from './testing/clinic.ts';
import { keepRichRecord } from './testing/rich-record.ts';
import { aTeamClinic, LATER } from './testing/team-calls.ts';

const FUNCTIONS = join(import.meta.dirname, '../../functions');
const forAdministrators = globSync('team-*/handler.ts', { cwd: FUNCTIONS })
  .filter((path) => /roles: \[[^\]]*'administrator'/.test(readFileSync(join(FUNCTIONS, path), 'utf8')))
  .map((path) => path.split('/')[0]!)
  .toSorted();

const COLUMN = 'the name of a field that is null for administrators';
const OFFERED =
  'People and Clinic say who takes which calls, and the calendar which can be booked, for no patient';
const SCHEDULE = 'the name of a schedule, which is the same whatever patients do';
const ALLOWED: Allowed = {
  'team-absences': { outcome: COLUMN },
  'team-calendar': { outcome: COLUMN, consultation: OFFERED, review: OFFERED, 'support call': OFFERED },
  'team-today': { outcome: COLUMN },
  'team-schedules': { cycle: SCHEDULE },
  'team-appointment-types': { consultation: OFFERED, review: OFFERED, 'support call': OFFERED },
  'team-people': { consultation: OFFERED, review: OFFERED, 'support call': OFFERED },
};

test('no answer to an administrator contains a health-related word', async () => {
  const server = await withTestServer();
  const administrator = await newMember(server, 'administrator');
  const [coach, colleague] = [await newMember(server, 'coach'), await newMember(server, 'coach')];
  await server.database.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), 'totp')`,
    [administrator.sessionId],
  );
  const patient = await newPatient(server);
  await keepRichRecord(server.database, patient);
  const clinic = await aTeamClinic(server, [coach, colleague]);
  const call = await keepCall(server.database, patient, { clinic, startsAt: LATER });
  const ask = async (name: string, body?: object) => {
    const answer = await fetch(`${server.url}/functions/v1/${name}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${administrator.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const day = isoFromInstant(LATER).slice(0, 10);
  const searched = { searchFrom: isoFromInstant(LATER), searchUntil: isoFromInstant(LATER + DAY) };
  const asked: [name: string, query: Record<string, string> | null, body?: object][] = [
    ['team-session', {}],
    ['team-today', {}],
    ['team-patients', {}],
    ['team-patients', { search: 'evil' }],
    ['team-patient', { id: patient.id }],
    ['team-coaches', {}],
    ['team-calendar', { person: coach.person, from: day, until: day }],
    ['team-slots', { moving: call, ...searched }],
    ['team-slots', { giving: call }],
    ['team-invitations', {}],
    ['team-people', {}],
    ['team-email-change', {}],
    [
      'team-email-change',
      null,
      { action: 'ask', patient: patient.id, email: 'new@example.com', howChecked: 'Called' },
    ],
    ['team-schedules', {}],
    ['team-clinic', {}],
    ['team-appointment-types', {}],
    ['team-templates', {}],
    ['team-replies', {}],
    ['team-access-log', { patient: patient.id }],
    ['team-absences', null, { action: 'add', person: coach.person, from: day, until: day }],
    [
      'team-hours',
      null,
      { person: colleague.person, hours: [{ weekday: 1, from: '09:00', until: '12:00' }] },
    ],
    ['team-calls', null, { action: 'cancel', id: call, words: 'We are sorry.' }],
    [
      'team-kits',
      null,
      { id: patient.id, trackingUrl: 'https://parcels.example/1', sentOn: day, seen: null },
    ],
    ['team-decide', null, { key: `kit-to-send:${patient.id}`, decision: 'take' }],
    ['team-identity', null, { id: patient.id, preferredName: 'Robby' }],
    // Comes last, because the session then answers nothing until it is unlocked.
    ['team-lock', null, {}],
  ];
  expect([...new Set(asked.map(([name]) => name))].toSorted()).toEqual(forAdministrators);
  const found: string[] = [];
  for (const [name, query, body] of asked) {
    const { text, status } = await ask(query ? `${name}?${new URLSearchParams(query)}` : name, body);
    if (status !== 200 && name !== 'team-decide' && name !== 'team-kits')
      found.push(`${name}: ${status} ${text}`);
    found.push(...healthWordsIn(text, ALLOWED[name]).map((word) => `${name}: ${word}`));
  }
  expect(found).toEqual([]);
});
