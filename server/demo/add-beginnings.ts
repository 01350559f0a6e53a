import { invitationEmail } from '../../domain/notifications/invitation-email.ts';
import type { Query } from '../database/query-types.ts';
import type { Life } from './generator/life.ts';
import { momentSql, TODAY } from './moments.ts';
import { withoutTrigger } from './own-trigger.ts';

const CONSENTS = ['privacy_policy_accepted', 'data_usage_consent', 'research_consent'];

/**
 * Invites the person, signs them in, and stores their consents and questionnaire. Returns the account's id,
 * or null for people who never signed in.
 */
export async function addBeginnings(query: Query, life: Life, siteUrl: string): Promise<string | null> {
  const { patient, phone } = life;
  const { email, first, last } = patient;
  await query(
    `insert into public.invitations (email, first_name, last_name, phone, invited_at, emailed_at)
     select $1, $2, $3, $4, invited, invited from (select ${momentSql('$5', '$6', '$7')} as invited) as moment
     on conflict do nothing`,
    [email, first, last, phone, life.invitedDaysAgo, '10:30', life.zone],
  );
  if (life.joinedDaysAgo === null) {
    await addInvitationEmail(query, life.patient, siteUrl);
    return null;
  }
  const { rows } = await query<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at, created_at) select $1, joined, joined
     from (select ${momentSql('$2', '$3', '$4')} as joined) as moment returning id`,
    [email, life.joinedDaysAgo, '08:15', life.zone],
  );
  const { id } = rows[0]!;
  await addConsents(query, id, life);
  await addAnswers(query, id, life);
  return id;
}

/** Sent on the day of the invitation, so it is in the mailbox since then. */
async function addInvitationEmail(
  query: Query,
  { email, first }: Life['patient'],
  siteUrl: string,
): Promise<void> {
  const { subject, text, html } = invitationEmail(siteUrl, first);
  await query(
    `insert into public.outbox (key, channel, recipient, subject, body_text, body_html, created_at, send_after, sent_at)
     select 'invitation:' || gen_random_uuid(), 'email', email, $2, $3, $4, emailed_at, emailed_at, emailed_at
     from public.invitations where email = $1`,
    [email, subject, text, html],
  );
}

/** Triggers stamp consents and questionnaires with the current day, so every one would be from today. */
export function withOwnHistory(query: Query, work: () => Promise<void>): Promise<void> {
  const withOwnAnswers = () =>
    withoutTrigger(query, ['public.onboarding_info', 'stamp_onboarding_info'], work, work);
  return withoutTrigger(query, ['public.customers', 'keep_consent_history'], withOwnAnswers, work);
}

/**
 * A trigger writes the history of consents with the current day, so everyone would have consented today,
 * after their first notes.
 */
async function addConsents(query: Query, userId: string, life: Life): Promise<void> {
  await query(
    `update public.customers set created_at = ${momentSql('$2', '$3', '$4')}, privacy_policy_accepted = true,
       data_usage_consent = true, research_consent = true, sms_consent = $5, onboarding_completed = true,
       time_zone = $4, time_zone_by = 'browser', birth_date = ${TODAY} - make_interval(years => $6, days => $7)
     where user_id = $1`,
    [
      userId,
      life.joinedDaysAgo,
      '08:20',
      life.zone,
      life.patient.getsTexts === true,
      life.age,
      daysSinceBirthday(life),
    ],
  );
  const given = life.patient.getsTexts ? [...CONSENTS, 'sms_consent'] : CONSENTS;
  await query(
    `insert into public.consent_history (user_id, consent, granted, changed_at)
     select $1, consent, true, ${momentSql('$2', '$3', '$4')} from unnest($5::text[]) as consent
     where not exists (select from public.consent_history where user_id = $1)`,
    [userId, life.joinedDaysAgo, '08:20', life.zone, given],
  );
}

/** The age they gave in the questionnaire has to be right for that day. */
const daysSinceBirthday = ({ joinedDaysAgo, minutes }: Life): number => joinedDaysAgo! + 3 + 5 * minutes;

async function addAnswers(query: Query, userId: string, life: Life): Promise<void> {
  const { age, partnerAge, answers, joinedDaysAgo, zone, patient } = life;
  const { tryingFor, usesTests, investigated, diagnosis, treatments, setUp } = answers;
  await query(
    `insert into public.onboarding_info (user_id, user_age, partner_age, trying_duration, menstrual_cycle_length,
       uses_ovulation_tests, had_fertility_investigations, infertility_diagnosis, previous_treatments, family_set_up,
       menstrual_cycle_length_other, updated_at)
     values ($1, $2, $3, $4, case when $10::text is null then '21-35 days' else 'Other' end, $5, $6, $7, $8, $9, $10,
       ${momentSql('$11', "'08:30'", '$12')})`,
    [
      userId,
      age,
      partnerAge,
      tryingFor,
      usesTests,
      investigated,
      [diagnosis],
      treatments,
      setUp,
      patient.cycleLength ?? null,
      joinedDaysAgo,
      zone,
    ],
  );
}
