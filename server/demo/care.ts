import { HARD_TIME } from '../../domain/copy/hard-time.ts';
import type { Query } from '../database/query-types.ts';
import type { DemoCare } from './patients.ts';

const COACH = 'coach@example.com';
const EMAILS = { coach: COACH, clinician: 'clinician@example.com' };

/** What was done for a patient in the workspace, so that a newcomer finds it lived in. */
export async function addCare(query: Query, userId: string, care: DemoCare): Promise<void> {
  const { coach, contacts = [], loggedByPhone = [], draft, conversation, hardTime } = care;
  if (coach) {
    await writeAs(query, coach);
    await query(
      `insert into public.coach_assignments (user_id, coach_id, assigned_by)
       select $1, id, id from public.care_team where email = $2`,
      [userId, coach],
    );
  }
  await writeAs(query, COACH);
  for (const { daysAgo, result } of loggedByPhone) {
    await query(
      `insert into public.test_results (user_id, result_type, result, taken_at)
       values ($1, 'ovulation', $2, date_trunc('day', now()) - make_interval(days => $3) + interval '9 hours')`,
      [userId, result, daysAgo],
    );
  }
  if (draft) {
    await query(
      `insert into public.note_drafts (user_id, author_id, kind, title, noted_on, content)
       select $1, id, 'medical', $3, current_date, $4 from public.care_team where email = $2`,
      [userId, COACH, draft.title, draft.content],
    );
  }
  for (const { daysAgo, by, how, words } of contacts) {
    await writeAs(query, EMAILS[by]);
    await query(
      `insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role, contacted_at)
       select $1, $3, $4, id, name, role, date_trunc('day', now()) - make_interval(days => $5) + interval '15 hours'
       from public.care_team where email = $2`,
      [userId, EMAILS[by], how, words, daysAgo],
    );
  }
  await writeAs(query, null);
  if (conversation) await addConversation(query, userId, conversation);
  if (hardTime) await addHardTime(query, userId, hardTime);
}

/** Each message of the patient waited for the answer below it, and what was read was read on either side. */
async function addConversation(
  query: Query,
  userId: string,
  { topic, messages, isLastNew }: NonNullable<DemoCare['conversation']>,
): Promise<void> {
  const moment = `date_trunc('day', now()) - make_interval(days => $2) + $3::time`;
  const { daysAgo, at } = messages[0]!;
  const { rows } = await query<{ id: string }>(
    `insert into public.message_threads (user_id, topic, created_at) values ($1, $4, ${moment}) returning id`,
    [userId, daysAgo, at, topic],
  );
  const thread = rows[0]!.id;
  for (const [index, message] of messages.entries()) {
    const isOurs = message.from === 'coach';
    await writeAs(query, isOurs ? COACH : null);
    await query(
      `insert into public.messages
         (thread_id, user_id, place, sender, text, created_at, due_at, person_id, person_name, person_role)
       select $4, $1, $5, case when $7 then 'team' else 'patient' end, $6, written, case when not $7 then written + interval '3 hours' end,
         person.id, person.name, person.role
       from (select ${moment} as written) as moment
       left join public.care_team as person on $7 and person.email = $8`,
      [userId, message.daysAgo, message.at, thread, index + 1, message.text, isOurs, COACH],
    );
  }
  await writeAs(query, COACH);
  await query(
    `insert into public.message_reads (thread_id, user_id, reader, person_id, place, read_at)
     select $2, $1, 'team', id, $3, now() - interval '1 day' from public.care_team where email = $4`,
    [userId, thread, messages.length, COACH],
  );
  await writeAs(query, null);
  await query(
    `insert into public.message_reads (thread_id, user_id, reader, place, read_at)
     values ($2, $1, 'patient', $3, now() - interval '1 day')`,
    [userId, thread, messages.length - (isLastNew ? 1 : 0)],
  );
}

async function addHardTime(query: Query, userId: string, words: string): Promise<void> {
  await query(
    `with thread as (
       insert into public.message_threads (user_id, topic, created_at)
       values ($1, 'Something else', now() - interval '2 hours') returning id, user_id)
     insert into public.messages (thread_id, user_id, place, sender, text, created_at, concern)
     select id, user_id, 1, 'patient', $2, now() - interval '2 hours', 'hard-time' from thread`,
    [userId, `${HARD_TIME.message}\n\n${words}`],
  );
}

/** As whom of the care team the transaction writes from here on; null for nobody. */
export const writeAs = (query: Query, email: string | null) =>
  query(
    `select set_config('portal.staff_id', coalesce((select id::text from public.care_team where email = $1), ''), true)`,
    [email],
  );
