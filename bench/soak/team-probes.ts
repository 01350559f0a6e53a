import { randomUUID } from 'node:crypto';
import { DAY } from '../../domain/time/instant.ts';
import type { Database } from '../../server/database/database.ts';
import { joinTeam, type TeamMember } from '../team-member.ts';
import { assert } from './assert.ts';
import { inDatabase, openClinic, secretsOf, signInPatients, type SoakClinic } from './clinic.ts';
import { Expected, WRITTEN, type Kind, type ProbedPatient, type Prober, type Written } from './team-reads.ts';

type Choices = { probes?: number; patients?: number; atOnce?: number };
type Scene = { clinic: SoakClinic; patients: ProbedPatient[]; expected: Expected };

const KINDS: Kind[] = ['first coach', 'second coach', 'nobody', 'closed'];
const WRITES = 0.1;
const CHANGES = 0.15;
const MORE: Record<Written, object> = {
  contact: { how: 'phone' },
  'staff-note': {},
  alert: {},
  'follow-up': { at: new Date(Date.now() + DAY).toISOString() },
  log: { type: 'symptoms', signs: ['pain'], strength: 'mild', day: new Date().toISOString().slice(0, 10) },
};
const LISTS = 0.4;

/** Two coaches, a clinician and an administrator read and write at random, many at the same time. */
export async function teamProbes({ probes = 10_000, patients: count = 60, atOnce = 20 }: Choices = {}) {
  const clinic = await openClinic();
  try {
    const visitors = await signInPatients(clinic, count);
    const [team, patients] = await inDatabase(clinic, async (database) => {
      const secrets = await secretsOf(clinic);
      const roles = ['coach', 'coach', 'clinician', 'administrator'] as const;
      const members: TeamMember[] = [];
      for (const role of roles) members.push(await joinTeam(database, secrets, role));
      const coaches = members.slice(0, 2).map(({ person }) => person);
      return [probersOf(members), await keepSecrets(database, visitors, coaches)] as const;
    });
    const expected = new Expected();
    const scene = { clinic, patients, expected };
    let left = probes;
    const work = async () => {
      while (left > 0) {
        left -= 1;
        await probe(scene, oneOf(team));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const lines = await inDatabase(clinic, (database) => expected.compare(database, team));
    return { probes, lines, refused: expected.refused };
  } finally {
    await clinic.remove();
  }
}

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

function probersOf(members: TeamMember[]): Prober[] {
  const own = ['first coach', 'second coach'] as const;
  return members.map((member, at) => ({
    ...member,
    sees: ({ kind }) =>
      kind !== 'closed' && (member.role !== 'coach' || kind === 'nobody' || kind === own[at]),
  }));
}

/** Each patient's questionnaire and notes contain unique words. */
async function keepSecrets({ query }: Database, visitors: { id: string }[], coaches: string[]) {
  const patients: ProbedPatient[] = [];
  for (const [at, { id }] of visitors.entries()) {
    const kind = KINDS[at % KINDS.length]!;
    const [secret, name] = [`secret-${randomUUID()}`, `Robin N${randomUUID().slice(0, 8)}`];
    await query('update public.customers set customer_last_name = $2 where user_id = $1', [
      id,
      name.slice(6),
    ]);
    await query(
      `insert into public.medical_notes (user_id, title, noted_on, content) values ($1, $2, current_date, $2)`,
      [id, secret],
    );
    await query(
      `insert into public.survey_responses (user_id, survey, answers)
       values ($1, 'before-treatment', jsonb_build_object('response', 'neutral', 'comment', $2::text))`,
      [id, secret],
    );
    const coach = coaches[KINDS.indexOf(kind)];
    if (coach) {
      await query('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [id, coach]);
    }
    if (kind === 'closed') {
      await query('update public.customers set data_usage_consent = false where user_id = $1', [id]);
    }
    patients.push({ id, kind, name, secret });
  }
  return patients;
}

async function probe(scene: Scene, member: Prober): Promise<void> {
  const way = Math.random();
  if (way < WRITES) return write(scene, member);
  if (way < CHANGES) return oneOf([editIdentity, print, removeAlert])(scene, member);
  return way < LISTS ? readList(scene, member) : readRecord(scene, member);
}

async function call({ clinic, patients }: Scene, member: Prober, path: string, body?: object) {
  const response = await fetch(`${clinic.url}/functions/v1/${path}`, {
    headers: { ...member.headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  for (const { secret, ...patient } of patients) {
    const mayRead = member.role !== 'administrator' && member.sees({ ...patient, secret });
    assert(mayRead || !text.includes(secret), `${member.role} read what is ${patient.kind}'s: ${path}`);
  }
  return { status: response.status, json: JSON.parse(text) as Record<string, unknown> };
}

async function write(scene: Scene, member: Prober): Promise<void> {
  const { patients, expected } = scene;
  const patient = oneOf(patients);
  const action = oneOf(Object.keys(WRITTEN) as Written[]);
  const body = { action, id: patient.id, words: patient.secret, ...MORE[action] };
  const { status } = await call(scene, member, 'team-care', body);
  const may = member.role !== 'administrator' && member.sees(patient);
  assert(status === (may ? 200 : 403), `${action} by a ${member.role}, ${patient.kind}: ${status}`);
  if (may) expected.wrote(member, patient, action);
  else expected.refused += 1;
}

/** An administrator edits it too. */
async function editIdentity(scene: Scene, member: Prober): Promise<void> {
  const { patients, expected } = scene;
  const patient = oneOf(patients);
  const body = { id: patient.id, program: `Program ${randomUUID()}` };
  const { status } = await call(scene, member, 'team-identity', body);
  assert(
    status === (member.sees(patient) ? 200 : 403),
    `Details edited by a ${member.role}, ${patient.kind}: ${status}`,
  );
  if (member.sees(patient)) expected.wrote(member, patient, 'identity');
  else expected.refused += 1;
}

async function print(scene: Scene, member: Prober): Promise<void> {
  const { patients, expected } = scene;
  const patient = oneOf(patients);
  const { status } = await call(scene, member, 'team-care', { action: 'print', id: patient.id });
  const may = member.role !== 'administrator' && member.sees(patient);
  assert(status === (may ? 200 : 403), `Printed by a ${member.role}, ${patient.kind}: ${status}`);
  if (!may) return void (expected.refused += 1);
  for (const kind of ['printed_record', 'outcome_events']) expected.listed(member, patient, kind);
}

/** One that the member reads in the record. A colleague may remove it first. */
async function removeAlert(scene: Scene, member: Prober): Promise<void> {
  const { patients, expected } = scene;
  const patient = oneOf(patients);
  const may = member.role !== 'administrator' && member.sees(patient);
  let alert: string | undefined;
  if (may) {
    const { json } = await call(scene, member, `team-patient?id=${patient.id}`);
    expected.opened(member, patient, 'record');
    alert = (json['alerts'] as { id: string }[]).at(0)?.id;
  }
  const body = { action: 'remove-alert', id: patient.id, alert: alert ?? randomUUID() };
  const { status } = await call(scene, member, 'team-care', body);
  const isAnswered = may ? status === 409 || (status === 200 && alert !== undefined) : status === 403;
  assert(isAnswered, `An alert removed by a ${member.role}, ${patient.kind}: ${status}`);
  if (status === 200) expected.wrote(member, patient, 'remove-alert');
  // A refusal reveals as much as an answer.
  else if (may) expected.listed(member, patient, 'outcome_events');
  else expected.refused += 1;
}

async function readRecord(scene: Scene, member: Prober): Promise<void> {
  const { patients, expected } = scene;
  const patient = Math.random() < 0.05 ? null : oneOf(patients);
  const { status, json } = await call(scene, member, `team-patient?id=${patient?.id ?? randomUUID()}`);
  if (!patient || (patient.kind !== 'closed' && !member.sees(patient))) {
    assert(status === 403, `A ${member.role} opened ${patient?.kind ?? 'a stranger'}: ${status}`);
    expected.refused += 1;
    return;
  }
  const part = member.role === 'administrator' ? 'administration' : 'record';
  const access = patient.kind === 'closed' ? 'identity' : part;
  assert(status === 200 && json['access'] === access, `A ${member.role} opened ${patient.kind}: ${status}`);
  expected.opened(member, patient, access);
}

const FILTERS = ['', '&stage=1', '&status=Active', '&coach=none'];

async function readList(scene: Scene, member: Prober): Promise<void> {
  const { patients, expected } = scene;
  const filter = oneOf(FILTERS);
  const search = Math.random() < 0.5 ? oneOf(patients).name.slice(6, 12) : '';
  const { status, json } = await call(scene, member, `team-patients?search=${search}${filter}`);
  if (member.role === 'administrator' && /stage|status/.test(filter)) {
    assert(status === 403, `An administrator filtered by health: ${status}`);
    expected.refused += 1;
    return;
  }
  assert(status === 200, `A list was answered ${status}`);
  for (const row of json['patients'] as { id: string; summary?: object; administration?: object }[]) {
    const patient = patients.find(({ id }) => id === row.id);
    if (!patient) continue; // from the demo
    const shown = row.summary ? 'summary' : row.administration ? 'administrative_summary' : 'identity';
    const part = member.role === 'administrator' ? 'administrative_summary' : 'summary';
    assert(shown === (member.sees(patient) ? part : 'identity'), `A ${member.role} was shown ${shown}`);
    expected.listed(member, patient, shown);
  }
}
