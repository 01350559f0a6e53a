import { randomUUID } from 'node:crypto';
import { DAY, isoFromInstant, MINUTE, type Instant } from '../../../../domain/time/instant.ts';
import { CALL_OUTCOMES } from '../../../../domain/contracts/team/team-calls.ts';
import { SHOWN } from '../../../../domain/contracts/team/team-conversations.ts';
import { ATTEMPTS, DONE_OUTCOMES } from '../../../../domain/worklist/outcomes.ts';
import { newPatient } from '../../../../server/testing/patient.ts';
import type { Member } from '../../../../server/testing/team.ts';
import type { TestServer } from '../../../../server/testing/test-server.ts';
import { daysAhead, keepCall, type Clinic } from './clinic.ts';
import { LATER } from './team-calls.ts';
import type { Asked } from './two-clinics.ts';

const dayFrom = (days: number) => isoFromInstant(Date.now() + days * DAY).slice(0, 10);
const TODAY = dayFrom(0);

/** The patient's coach, a colleague, and the call types both take. */
export type Setting = { server: TestServer; clinic: Clinic; coach: Member; colleague: Member };

const sqlOf =
  ({ database }: TestServer) =>
  async (text: string, values: unknown[] = []) =>
    (await database.query(text, values)).rows;

/** Ids in the requests: of the patient's data, or of nothing. */
export type About = {
  id: string;
  /** When the upcoming call starts. Calls never overlap. */
  startsAt: Instant;
  email: string;
  upcoming: string;
  past: string;
  thread: string;
  picture: string;
  note: string;
  draft: string;
  result: string;
  loss: string;
  check: string;
  message: string;
  symptoms: string;
};

/** One of the coach's patients, with calls and nothing else in the record. */
export async function calmPatient({ server, clinic, coach }: Setting, place = 0): Promise<About> {
  const sql = sqlOf(server);
  const patient = await newPatient(server);
  const { id } = patient;
  await sql('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [id, coach.person]);
  const [row] = await sql('select customer_email as email from public.customers where user_id = $1', [id]);
  const [upcoming, past] = [
    await keepCall(server.database, patient, { clinic, startsAt: LATER + place * DAY }),
    await keepCall(server.database, patient, { clinic, startsAt: daysAhead(-1 - place, '10:00') }),
  ];
  const ids = ['thread', 'picture', 'note', 'draft', 'result', 'loss', 'check', 'message', 'symptoms'].map(
    (name) => [name, randomUUID()],
  );
  return {
    id,
    startsAt: LATER + place * DAY,
    email: String(row!['email']),
    upcoming,
    past,
    ...Object.fromEntries(ids),
  } as About;
}

const reported = (kind: string) =>
  `insert into public.outcome_events (id, user_id, kind, day, cycle) select loss, id, '${kind}', current_date, 1 from about;`;

const STATES = {
  pregnant: { result: 'positive', report: '' },
  paused: { result: 'negative', report: reported('pause') },
  'after a loss': { result: 'positive', report: reported('loss') },
};

export type State = keyof typeof STATES;
export const EVERY_STATE = Object.keys(STATES) as State[];

/** The same with an entry of every type. */
export async function eventfulPatient(
  setting: Setting,
  state: State,
  place: number,
  /** A message whose reply is late is for every coach. */
  { lateMessage = true } = {},
): Promise<About> {
  const { startsAt, ...about } = await calmPatient(setting, place);
  const author = `'${setting.coach.person}'`;
  const { result, report } = STATES[state];
  const columns = Object.entries(about).map(([name, value]) => {
    const cast = name === 'email' ? 'text' : 'uuid';
    return `'${value}'::${cast} as ${name}`;
  });
  await sqlOf(setting.server)(`
    create temporary table about on commit drop as select ${columns.join(', ')};
    insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number) select id, 'ovulation', 3, 1 from about;
    insert into public.test_results (id, user_id, result_type, result, cycle_number, taken_at, taken_on)
      select result, id, 'PREGNANCY', '${result}', 1, now(), current_date from about;
    ${report}
    insert into public.periods (user_id, day, kind) select id, current_date - 1, 'period' from about;
    insert into public.symptom_reports (id, user_id, signs, strength, since, urgent)
      select symptoms, id, '{pain}', 'strong', current_date, true from about;
    insert into public.safety_checks (id, user_id, cycle, answers, outcome, reasons)
      select "check", id, 1, '{"coil": "yes"}', 'clinician', '{coil}' from about;
    insert into public.message_threads (id, user_id, topic) select thread, id, 'My treatment' from about;
    insert into public.messages (id, thread_id, user_id, place, sender, text, due_at)
      select message, thread, id, 1, 'patient', 'I am bleeding.', ${lateMessage ? 'now()' : "now() + interval '1 day'"} from about;
    insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
      select picture, messages.id, user_id, 1, user_id || '/messages/' || picture, 'image/png', 1000
      from about join public.messages on user_id = about.id;
    insert into public.medical_notes (id, user_id, title, noted_on, content, author_id, author_name, author_role, signed_at)
      select note, id, 'After the call', current_date, 'Rest.', ${author}, 'The coach', 'coach', now() from about;
    insert into public.note_drafts (id, user_id, author_id, kind, title, noted_on, content)
      select draft, id, ${author}, 'medical', 'Begun', current_date, 'Rest.' from about`);
  return { ...about, startsAt };
}

const get = (name: string, query: Record<string, string> = {}): Asked => ({ name, query });
const post = (name: string, ...bodies: object[]): Asked[] => bodies.map((body) => ({ name, body }));

/** Every request of the team's functions about a patient, with right and wrong versions, ids and states. */
export function everyRequest(of: About, { clinic, coach, colleague }: Setting): Asked[] {
  const { id } = of;
  const searched = {
    searchFrom: isoFromInstant(of.startsAt),
    searchUntil: isoFromInstant(of.startsAt + 60 * MINUTE),
  };
  const hours = {
    startTime: isoFromInstant(of.startsAt + 60 * MINUTE),
    endTime: isoFromInstant(of.startsAt + 90 * MINUTE),
  };
  const note = { kind: 'medical', title: 'Begun', date: TODAY, text: 'Rest.' };
  return [
    get('team-session'),
    ...post('team-session', {}),
    ...post('team-set-up', { setUpCode: 'ABCDEFGH23' }),
    get('team-today'),
    get('team-patients', { search: of.email }),
    get('team-patients', { search: of.email, status: 'Pregnant' }),
    get('team-patients', { search: of.email, stage: '3' }),
    get('team-patients', { search: of.email, cycle: '1' }),
    get('team-patient', { id }),
    get('team-patient', { id, part: 'who' }),
    ...post('team-identity', { id, preferredName: 'Ada' }, { id, birthDate: null }),
    get('team-coaches'),
    get('team-people'),
    get('team-email-change'),
    ...post(
      'team-email-change',
      { action: 'ask', patient: id, email: `new-${id}@example.com`, howChecked: 'Called' },
      ...['agree', 'stop'].map((action) => ({ action, id })),
    ),
    ...post(
      'team-people',
      { action: 'invite', email: of.email, name: 'Ada', role: 'coach', timeZone: 'UTC' },
      ...['role', 'agree'].map((action) => ({ action, id, role: 'coach' })),
      { action: 'decline', id, role: 'coach', reason: 'Not yet.' },
      { action: 'edit', id, name: 'Noa Lind', timeZone: 'America/New_York' },
      { action: 'profile', id, bio: 'Here to help.', portrait: null },
      ...['reset-factor', 'deactivate'].map((action) => ({ action, id })),
      { action: 'hosts', id, kinds: [] },
    ),
    get('team-calendar', { person: coach.person, from: dayFrom(-10), until: dayFrom(20) }),
    get('team-slots', { moving: of.upcoming, ...searched }),
    get('team-slots', { giving: of.past }),
    get('team-slots', { patientId: id, appointmentType: clinic.slug, ...searched }),
    ...[of.upcoming, of.past].flatMap((call) =>
      post(
        'team-calls',
        { action: 'move', id: call, version: 7, startTime: hours.startTime },
        { action: 'move', id: call, startTime: hours.startTime },
        { action: 'give', id: call, to: colleague.person },
        { action: 'cancel', id: call, words: 'We are sorry.' },
        ...CALL_OUTCOMES.map((outcome) => ({ action: 'outcome', id: call, outcome })),
      ),
    ),
    ...post('team-calls', { action: 'book', patientId: id, appointmentType: clinic.slug, ...hours }),
    ...post(
      'team-care',
      { action: 'assign', id, coach: colleague.person },
      { action: 'assign', ids: [id], coach: id },
      { action: 'contact', id, how: 'phone', words: 'We spoke.' },
      { action: 'log', id, type: 'ovulation', result: 'Invalid', day: TODAY },
      { action: 'log', id, type: 'pregnancy', result: 'positive', day: TODAY },
      { action: 'log', id, type: 'period', kind: 'period', day: TODAY },
      { action: 'log', id, type: 'applicator', day: TODAY },
      { action: 'log', id, type: 'symptoms', signs: ['pain'], strength: 'strong', day: TODAY },
      { action: 'complete-phase', id, phase: 'welcome', cycle: null },
      { action: 'complete-phase', id, phase: 'abstinence', cycle: 1 },
      { action: 'reopen-phase', id, phase: 'ovulation', cycle: 1 },
      { action: 'reopen-phase', id, phase: 'testing', cycle: 3 },
      { action: 'print', id },
      { action: 'send-kit', id },
      { action: 'set-time-zone', id, zone: 'America/New_York' },
      { action: 'staff-note', id, words: 'Sounded tired.' },
      { action: 'alert', id, words: 'Call after noon.' },
      { action: 'remove-alert', id, alert: randomUUID() },
      { action: 'follow-up', id, at: hours.startTime, words: 'Ask how the week went.', to: colleague.person },
      { action: 'follow-up', id, at: hours.startTime, words: 'Ask how the week went.' },
      { action: 'undo-entry', id, entry: randomUUID() },
      { action: 'undo-entry', id, entry: of.symptoms },
      ...['pause', 'resume', 'stop'].flatMap((action) => [
        { action, id },
        { action, id, seen: 'unsure' },
      ]),
      { action: 'resume', id, cycle: 2 },
      { action: 'loss', id, day: TODAY },
      { action: 'resolve', id, to: 'pregnant' },
      { action: 'take-back', id, resultId: of.result },
      { action: 'take-back', id, resultId: of.loss },
      { action: 'clear-safety-check', id, check: of.check, words: 'Talked it over.' },
      { action: 'clear-safety-check', id, check: randomUUID(), words: 'Talked it over.' },
    ),
    ...[`positive-test:${of.result}`, `safety-check:${of.check}`].flatMap((key) =>
      post(
        'team-decide',
        { key, decision: 'take' },
        { key, decision: 'take', version: 7 },
        { key, decision: 'release' },
        ...ATTEMPTS.map((outcome) => ({ key, decision: 'contact', outcome })),
        { key, decision: 'remind', remindAt: hours.startTime },
        { key, decision: 'done', outcome: 'spoke' },
        { key, decision: 'reopen' },
        { key, decision: 'hand-over', to: colleague.person, words: 'Please call.' },
        { key, decision: 'hand-over', to: randomUUID(), words: 'Please call.' },
      ),
    ),
    ...DONE_OUTCOMES.flatMap((outcome) =>
      post('team-decide', {
        key: `safety-check:${of.check}`,
        decision: 'done',
        outcome,
        words: 'We talked.',
      }),
    ),
    ...post(
      'team-decide',
      { key: `message-waits:${of.message}`, decision: 'done', outcome: 'no-reply' },
      { key: `urgent-symptoms:${of.symptoms}`, decision: 'done', outcome: 'spoke', words: 'All is well.' },
      { key: `urgent-symptoms:${of.symptoms}`, decision: 'remind', remindAt: hours.startTime },
    ),
    ...SHOWN.map((show) => get('team-conversations', { show })),
    get('team-messages', { patient: id }),
    get('team-messages', { thread: of.thread }),
    ...post(
      'team-message',
      { threadId: of.thread, text: 'I will call you.' },
      { threadId: of.thread, text: 'I will call you.', seen: 7 },
      { threadId: of.thread, text: 'I will call you.', seen: 0 },
      { threadId: of.thread, text: 'We spoke on the phone.', byPhone: true },
      { threadId: of.thread, text: 'Here is the guide.', files: [of.picture] },
      { patientId: id, topic: 'My treatment', text: 'How are you?' },
      { patientId: id, topic: 'The kit', text: 'Your kit is on its way.' },
      { patientId: id, topic: 'The kit', text: 'Here is the guide.', files: [of.picture] },
    ),
    get('team-picture', { id: of.picture }),
    ...post(
      'team-notes',
      { action: 'save', patientId: id, ...note },
      { action: 'save', patientId: id, noteId: of.draft, version: 7, ...note },
      { action: 'sign', noteId: of.draft, version: 7 },
      { action: 'sign', noteId: of.note, version: 1 },
      { action: 'addendum', noteId: of.note, text: 'And drink.' },
      { action: 'withdraw', noteId: of.note, reason: 'In the wrong record.' },
      { action: 'withdraw', noteId: of.draft, reason: 'In the wrong record.', belongsTo: id },
      { action: 'discard', noteId: of.draft },
      { action: 'discard', noteId: of.note },
    ),
    ...post('team-open-with-reason', { id, category: 'safety', words: 'They called.' }),
    ...post(
      'team-absences',
      { action: 'add', person: id, from: TODAY, until: TODAY },
      { action: 'remove', id },
    ),
    ...post('team-hours', { person: id, hours: [] }),
    ...post('team-kits', { id, trackingUrl: 'https://parcels.example/1', sentOn: TODAY, seen: 'none' }),
    get('team-invitations', { search: of.email }),
    ...post(
      'team-invitations',
      { action: 'invite', email: of.email, first: 'Ada', last: 'Okafor' },
      ...['send-again', 'revoke'].map((action) => ({ action, email: of.email })),
      { action: 'correct', email: of.email, to: `${randomUUID()}@example.com` },
      { action: 'resend-emails', id },
      { action: 'resend-alarm' },
      { action: 'edit', email: of.email, first: 'Ada' },
      { action: 'edit', email: of.email, phone: null },
      ...['check-list', 'import'].map((action) => ({
        action,
        people: [{ email: of.email, first: 'Ada', last: 'Okafor' }],
      })),
    ),
    get('team-access-log', { patient: id }),
    get('team-schedules'),
    get('team-clinic'),
    get('team-own-calendar'),
    ...post(
      'team-own-calendar',
      { action: 'renew-feed' },
      { action: 'end-feed' },
      { action: 'disconnect' },
      { action: 'connect', address: 'https://192.168.0.1/a.ics' },
    ),
    get('team-replies'),
    ...post(
      'team-replies',
      // Refused, because a stored one would still be there at the next request and look like a difference
      // between patients.
      { action: 'add', name: '', text: 'Hi {first name}!' },
      { action: 'save', id, version: 1, name: 'Hello', text: 'Hi!' },
      { action: 'remove', id, version: 1 },
    ),
    get('team-templates'),
    ...post(
      'team-templates',
      { action: 'add', name: 'After a call', text: 'Drink.' },
      { action: 'save', id, version: 1, name: 'After a call', text: 'Drink.' },
      { action: 'remove', id, version: 1 },
    ),
    get('team-appointment-types'),
    ...post(
      'team-appointment-types',
      ...['hide', 'show'].map((action) => ({ action, id, version: 1 })),
      { action: 'add-standard' },
      ...['add', 'save'].map((action) => ({ action, name: '' })),
    ),
    ...post('team-clinic', { changes: [] }),
  ];
}
