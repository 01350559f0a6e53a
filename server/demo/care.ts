import type { Query } from '../database/query-types.ts';
import type { DemoCare } from './patients.ts';

const COACH = 'coach@example.com';
const EMAILS = { coach: COACH, clinician: 'clinician@example.com' };

/** What was done for a patient in the workspace, so that a newcomer finds it lived in. */
export async function addCare(query: Query, userId: string, care: DemoCare): Promise<void> {
  const { coach, contacts = [], loggedByPhone = [], draft } = care;
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
}

/** As whom of the care team the transaction writes from here on; null for nobody. */
export const writeAs = (query: Query, email: string | null) =>
  query(
    `select set_config('portal.staff_id', coalesce((select id::text from public.care_team where email = $1), ''), true)`,
    [email],
  );
