import { HARD_TIME } from '../../domain/copy/hard-time.ts';
import { dueAtOf } from '../../domain/messages/reply-clock.ts';
import { isoFromInstant, MINUTE } from '../../domain/time/instant.ts';
import type { Query } from '../database/query-types.ts';
import { addMessageFile, type FileServices } from './message-files.ts';
import { momentSql, TODAY } from './moments.ts';
import type { DemoCare, DemoPatient } from './patients.ts';
import { DEMO_HOURS, DEMO_TIME_ZONE } from './team.ts';

const COACH = 'coach@example.com';
const EMAILS = { coach: COACH, clinician: 'clinician@example.com' };

/** The care team's work for a patient, so that the workspace looks used. */
export async function addCare(
  query: Query,
  services: FileServices,
  userId: string,
  care: DemoCare,
  joinedDaysAgo: number,
): Promise<void> {
  const { coach, contacts = [], loggedByPhone = [], draft, conversation, hardTime } = care;
  const { staffNotes = [], followUp } = care;
  if (coach) {
    await writeAs(query, coach);
    await query(
      `insert into public.coach_assignments (user_id, coach_id, assigned_by, assigned_at)
       select $1, id, id, ${momentSql('$3', "'11:30'", '$4')} from public.care_team where email = $2`,
      [userId, coach, joinedDaysAgo, DEMO_TIME_ZONE],
    );
  }
  await writeAs(query, COACH);
  for (const { daysAgo, result } of loggedByPhone) {
    await query(
      `insert into public.test_results (user_id, result_type, result, taken_at, created_at)
       select $1, 'ovulation', $2, taken, taken + interval '7 hours'
       from (select ${momentSql('$3', "'09:20'", '$4')} as taken) as moment`,
      [userId, result, daysAgo, DEMO_TIME_ZONE],
    );
  }
  if (draft) {
    await query(
      `insert into public.note_drafts (user_id, author_id, kind, title, noted_on, content)
       select $1, id, 'medical', $3, ${TODAY}, $4 from public.care_team where email = $2`,
      [userId, COACH, draft.title, draft.content],
    );
  }
  for (const { daysAgo, words } of staffNotes) {
    await query(
      `insert into public.staff_notes (user_id, text, person_id, person_name, person_role, written_at)
       select $1, $3, id, name, role, ${momentSql('$4', "'16:45'", '$5')} from public.care_team where email = $2`,
      [userId, COACH, words, daysAgo, DEMO_TIME_ZONE],
    );
  }
  if (followUp) {
    await query(
      `insert into public.follow_ups (user_id, text, due_at, to_id, person_id, person_name, person_role, asked_at)
       select $1, $3, ${momentSql('-$4::integer', "'09:00'", '$5')}, id, id, name, role, ${momentSql('1', "'15:20'", '$5')}
       from public.care_team where email = $2`,
      [userId, COACH, followUp.words, followUp.inDays, DEMO_TIME_ZONE],
    );
  }
  for (const { daysAgo, at = '10:25', by, how, direction, result, words } of contacts) {
    await writeAs(query, EMAILS[by]);
    await query(
      `insert into public.patient_contacts
         (user_id, how, words, person_id, person_name, person_role, contacted_at, recorded_at, direction, result)
       select $1, $3, $4, id, name, role, at, at, $7, $8 from (select ${momentSql('$5', '$9', '$6')} as at) as moment, public.care_team where email = $2`,
      [userId, EMAILS[by], how, words, daysAgo, DEMO_TIME_ZONE, direction, result, at],
    );
  }
  await writeAs(query, null);
  if (conversation)
    await addConversation(query, services, userId, { ...conversation, coach: coach ?? COACH });
  if (hardTime) await addHardTime(query, userId, hardTime);
}

/** Minutes after the conversation's last message. */
const READ_AT = `(select max(created_at) + interval '11 minutes' from public.messages where thread_id = $2)`;

/** Each patient message waited for the reply below it, and both sides have read everything. */
async function addConversation(
  query: Query,
  services: FileServices,
  userId: string,
  { topic, messages, isLastNew, coach }: NonNullable<DemoCare['conversation']> & { coach: string },
): Promise<void> {
  const moment = momentSql('$2', '$3', `'${DEMO_TIME_ZONE}'`);
  const { daysAgo, at } = messages[0]!;
  const { rows } = await query<{ id: string }>(
    `insert into public.message_threads (user_id, topic, created_at) values ($1, $4, ${moment}) returning id`,
    [userId, daysAgo, at, topic],
  );
  const thread = rows[0]!.id;
  for (const [index, message] of messages.entries()) {
    const isOurs = message.from === 'coach';
    await writeAs(query, isOurs ? coach : null);
    const { rows: added } = await query<{ id: string }>(
      `insert into public.messages
         (thread_id, user_id, place, sender, text, created_at, due_at, person_id, person_name, person_role)
       select $4, $1, $5, case when $7 then 'team' else 'patient' end, $6, written, case when not $7 then written + interval '3 hours' end,
         person.id, person.name, person.role
       from (select ${moment} as written) as moment
       left join public.care_team as person on $7 and person.email = $8
       returning id`,
      [userId, message.daysAgo, message.at, thread, index + 1, message.text, isOurs, coach],
    );
    if (message.file)
      await addMessageFile(query, services, { userId, messageId: added[0]!.id, file: message.file });
  }
  await writeAs(query, coach);
  await query(
    `insert into public.message_reads (thread_id, user_id, reader, person_id, place, read_at)
     select $2, $1, 'team', id, $3, ${READ_AT} from public.care_team where email = $4`,
    [userId, thread, messages.length, coach],
  );
  await writeAs(query, null);
  await query(
    `insert into public.message_reads (thread_id, user_id, reader, place, read_at)
     values ($2, $1, 'patient', $3, ${READ_AT})`,
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

/** An unanswered message from a patient; its reply is due by the clinic's hours. */
export async function addWaitingMessage(
  query: Query,
  userId: string,
  { minutesAgo, topic, text }: NonNullable<DemoPatient['waits']>,
): Promise<void> {
  const sentAt = Date.now() - minutesAgo * MINUTE;
  await query(
    `with thread as (
       insert into public.message_threads (user_id, topic, created_at) values ($1, $2, $4) returning id, user_id, created_at)
     insert into public.messages (thread_id, user_id, place, sender, text, created_at, due_at)
     select id, user_id, 1, 'patient', $3, created_at, $5 from thread`,
    [userId, topic, text, isoFromInstant(sentAt), isoFromInstant(dueAtOf(sentAt, DEMO_HOURS))],
  );
}

/** The care team member the transaction writes as from here on; null for no one. */
export const writeAs = (query: Query, email: string | null) =>
  query(
    `select set_config('portal.staff_id', coalesce((select id::text from public.care_team where email = $1), ''), true)`,
    [email],
  );
