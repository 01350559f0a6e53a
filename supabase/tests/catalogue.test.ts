import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../server/database/query-types.ts';
import { AREAS } from './areas.ts';
import { gatherPeople, REFUSED, type People } from './people.ts';

let people: People;
beforeAll(async () => {
  people = await gatherPeople();
});
afterAll(() => people.leave());

const rowsOf = async (text: string): Promise<Row[]> => (await people.database.query(text)).rows;
const may = (names: string[]) => ({ callers: names, everybody: false });
const namesOf = async (text: string) => (await rowsOf(text)).map((row) => row['name']);
const OUR_SCHEMAS = `('public'::regnamespace, 'private'::regnamespace)`;
const NOT_A_TABLE = '55000';
const ROLES = `unnest(array['anon', 'authenticated', 'service_role'])`;

test('every table and view of schema public has tests for who sees it and who changes it', async () => {
  const tables = await namesOf(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f', 'm', 'v') order by relname`,
  );
  expect(Object.values(AREAS).flat().sort()).toEqual(tables);
  const files = readdirSync(import.meta.dirname);
  for (const area of Object.keys(AREAS)) expect(files).toContain(`${area}.test.ts`);
});

test('every table has row level security', async () => {
  const open = await namesOf(
    `select oid::regclass as name from pg_class
     where relnamespace in ${OUR_SCHEMAS} and relkind in ('r', 'p') and not relrowsecurity`,
  );
  expect(open).toEqual([]);
});

test('only articles, collections and the clinic’s own information are public', async () => {
  const open = await namesOf(
    `select distinct tablename as name from pg_policies where schemaname = 'public'
     and (qual = 'true' or with_check = 'true' or roles && '{public,anon}') order by 1`,
  );
  expect(open).toEqual(['blog_articles', 'blog_collections', 'clinic_settings']);
});

test('every other policy requires the caller’s own id and a valid invitation', async () => {
  const policies = await rowsOf(
    `select policyname, cmd, roles, coalesce(qual, with_check) as rule, with_check
     from pg_policies where schemaname = 'public' and tablename not like 'blog_%' and tablename <> 'clinic_settings'`,
  );
  expect(policies.length).toBeGreaterThan(10);
  for (const { roles, rule, with_check: check, cmd } of policies) {
    expect(roles).toBe('{authenticated}');
    expect(rule).toMatch(/^\(\((user_id|subject_id) = \( SELECT auth\.uid\(\) AS uid\)\) AND /);
    expect(rule).toMatch(/private\.has_(access|consented)\(\)/);
    if (cmd === 'UPDATE') expect(check).toContain('user_id = ( SELECT auth.uid() AS uid)');
  }
});

test('no view shows more than its reader may see', async () => {
  const views = await namesOf(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
     and not coalesce(reloptions @> '{security_invoker=true}', false)`,
  );
  expect(views).toEqual([]);
});

test('who may call which function', async () => {
  const callers = await rowsOf(
    `select p.oid::regprocedure::text as function,
       array(select role from ${ROLES} role where has_function_privilege(role, p.oid, 'execute')) as callers,
       has_function_privilege('public', p.oid, 'execute') as everybody
     from pg_proc p where pronamespace in ${OUR_SCHEMAS} and prorettype <> 'trigger'::regtype order by 1`,
  );
  const service = may(['service_role']);
  const patient = may(['authenticated']);
  const both = may(['authenticated', 'service_role']);
  expect(Object.fromEntries(callers.map(({ function: name, ...rest }) => [name, rest]))).toEqual({
    'ask_deletion_code(uuid,text,jsonb)': service,
    'attention_to_watch(timestamp with time zone,integer)': service,
    'settle_attention(jsonb,jsonb,text,text,text)': service,
    'alarms_failing_since()': service,
    'notify_late_caps(jsonb,jsonb,text)': service,
    'set_kit_arrived(boolean)': patient,
    'private.own_kit()': may([]),
    'private.kit_of(uuid)': may([]),
    'private.may_follow_record(text)': may([]),
    'private.email_update(uuid,text,jsonb)': may([]),
    'team_clear_check(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'team_keep_blocked(uuid,uuid,text[],text[],uuid,jsonb,jsonb)': service,
    'team_lock(uuid,uuid,text[],text[])': service,
    'own_email_change()': patient,
    'stop_own_email_change(uuid,text)': service,
    'change_due_emails()': service,
    'team_change_email(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'team_email_changes(uuid,uuid,text[],text[])': service,
    'private.may_add_passkey(uuid)': may([]),
    'private.require_fresh_code(uuid)': may([]),
    'private.refuse_unless_role(care_team,text)': may([]),
    'private.announce_email_change()': may([]),
    'private.ask_for_new_email(care_team,uuid,text,text)': may([]),
    'private.agree_to_new_email(care_team,uuid,text,jsonb)': may([]),
    'private.team_words_on_stop(private.email_changes,text)': may([]),
    'private.stop_email_change(private.email_changes,text,uuid)': may([]),
    'private.apply_email_change(private.email_changes)': may([]),
    'mark_schedule_run(text,integer)': service,
    'team_schedules(uuid,uuid,text[],text[])': service,
    'team_clinic(uuid,uuid,text[],text[])': service,
    'team_edited_types(uuid,uuid,text[],text[])': service,
    'team_change_type(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'private.edited_types()': may([]),
    'private.hosts_of(uuid)': may([]),
    'private.set_type_hosts(uuid,jsonb,uuid)': may([]),
    'private.add_type(jsonb)': may([]),
    'private.is_offered(appointment_types,uuid)': may([]),
    'team_templates(uuid,uuid,text[],text[])': service,
    'team_change_template(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'private.listed_templates()': may([]),
    'private.email_about_passkey(uuid,text)': may([]),
    'team_own_calendar(uuid,uuid,text[],text[])': service,
    'team_change_calendar_feed(uuid,uuid,text[],text[],text)': service,
    'own_calendar_feed(uuid)': service,
    'change_own_calendar_feed(uuid,text)': service,
    'calendar_feed_calls(text)': service,
    'team_connect_calendar(uuid,uuid,text[],text[],text,integer,jsonb)': service,
    'lease_busy_calendar(integer)': service,
    'settle_busy_calendar(uuid,uuid,text,integer,jsonb)': service,
    'private.busy_calendar_of(uuid)': may([]),
    'private.set_busy_times(uuid,jsonb)': may([]),
    'private.own_calendar(uuid)': may([]),
    'private.calendar_feed_of(uuid)': may([]),
    'private.change_calendar_feed(uuid,uuid,text)': may([]),
    'team_replies(uuid,uuid,text[],text[])': service,
    'team_change_reply(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'private.listed_replies(uuid)': may([]),
    'order_patients(uuid[])': service,
    'private.list_order(jsonb)': may([]),
    'team_resend_alarm(uuid,uuid,text[],text[],text,jsonb)': service,
    'team_resend_emails(uuid,uuid,text[],text[],uuid,jsonb)': service,
    'team_set_clinic(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'keep_first_settings(jsonb)': service,
    'private.read_function_answers()': may([]),
    'message_uploads_left(uuid,uuid[])': service,
    'private.uploads_left(text,uuid,uuid[])': may([]),
    'private.may_leave_team_file()': may(['authenticated']),
    'private.add_team_files(messages,uuid[],uuid)': may([]),
    'team_message_files(uuid,uuid,text[],text[],jsonb)': service,
    'team_audit_attempt(uuid,uuid,text[],text[],uuid[])': service,
    'private.has_assignment(uuid,uuid,timestamp with time zone)': may([]),
    'private.is_assigned(uuid,uuid)': may([]),
    'private.hosts_allowed(care_team,uuid,timestamp with time zone)': may([]),
    'team_text_to_sign(uuid,uuid,text[],text[],uuid,integer)': service,
    'team_today(uuid,uuid,text[],text[],text)': service,
    'team_item_patients(uuid,uuid,text[],text[],uuid[])': service,
    'team_decide(uuid,uuid,text[],text[],uuid,jsonb,jsonb)': service,
    'team_call_outcome(uuid,uuid,text[],text[],uuid,text,jsonb)': service,
    'team_calendar(uuid,uuid,text[],text[],jsonb,boolean)': service,
    'team_change_absences(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'team_change_call(uuid,uuid,text[],text[],jsonb,jsonb,jsonb,jsonb)': service,
    'team_set_hours(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'team_slots(uuid,uuid,text[],text[],jsonb)': service,
    'private.calendar_calls(care_team,uuid,timestamp with time zone,timestamp with time zone,boolean)': may(
      [],
    ),
    'private.call_facts(care_team,jsonb,timestamp with time zone)': may([]),
    'private.hours_of(uuid)': may([]),
    'private.calendar_others(care_team,jsonb,date,date,timestamp with time zone,timestamp with time zone)':
      may([]),
    'private.calendar_person(care_team,date,date,timestamp with time zone)': may([]),
    'private.taken_times(uuid,timestamp with time zone,timestamp with time zone,boolean)': may([]),
    'private.moment_of(text,integer,text)': may([]),
    'private.require_calendar(care_team,uuid)': may([]),
    'private.require_changeable(appointments,integer)': may([]),
    'private.require_present(uuid,timestamp with time zone,timestamp with time zone)': may([]),
    'private.start_of_day(date,text)': may([]),
    'private.administrative_rows()': may([]),
    'private.attention_rows(uuid[])': may([]),
    'private.calls_today(care_team)': may([]),
    'private.caps_used(uuid)': may([]),
    'private.clinic_rows()': may([]),
    'private.ended_today(care_team)': may([]),
    'private.epoch_ms(timestamp with time zone)': may([]),
    'private.first_words(text)': may([]),
    'private.has_note(appointments)': may([]),
    'private.host_away_before()': may([]),
    'private.one_line(text)': may([]),
    'private.has_team_session()': patient,
    'private.may_hear(text)': patient,
    'private.last_decisions(uuid[])': may([]),
    'private.look_at(uuid[])': may([]),
    'private.may_see_items(care_team,uuid)': may([]),
    'private.patient_of_fact(text)': may([]),
    'private.patients_to_look_at(care_team)': may([]),
    'private.publish_to_team()': may([]),
    'private.publish_to_office()': may([]),
    'private.office_zone()': may([]),
    'private.is_office_message(outbox)': may([]),
    'private.is_undelivered_before_today(outbox,text)': may([]),
    'private.kind_for_office(text,text)': may([]),
    'private.today_facts(care_team,text)': may([]),
    'private.zone_of_patient(uuid)': may([]),
    'ask_team_sign_in(text,text,numeric,uuid)': service,
    'ask_invitation(text,text,numeric,boolean,uuid)': service,
    'ask_email_change(uuid,text)': service,
    'book_appointment(jsonb,jsonb)': service,
    'cancel_appointment(jsonb,jsonb)': service,
    'cancel_email_change()': patient,
    'change_call_guest(uuid,text,jsonb)': service,
    'complete_phases_until_cycle(uuid,integer)': patient,
    'coming_calls(uuid,timestamp with time zone)': service,
    'confirm_deletion(uuid,text,timestamp with time zone,jsonb)': service,
    'delete_account(uuid,uuid,jsonb,jsonb)': service,
    'enter_call(uuid)': patient,
    'enter_call_as_guest(uuid,text)': service,
    'enter_call_as_host(uuid,integer)': service,
    'export_my_data(uuid)': service,
    'forget_old_limits()': service,
    'forget_old_drafts()': service,
    'keep_account(uuid,jsonb)': service,
    'withdraw_consent(uuid,jsonb)': service,
    'lease_cycle_reminders(integer,integer)': service,
    'lease_due_deletions(integer,integer)': service,
    'lease_outbox(integer,integer,text[])': service,
    'mfa_verification_attempt(jsonb)': may([]),
    'abandoned_uploads()': service,
    'send_message(uuid,uuid,text,text,timestamp with time zone,uuid,uuid[],text)': service,
    'private.clean_files(uuid,uuid[],text,uuid)': may([]),
    'private.has_room_for_upload(text)': may(['authenticated']),
    'private.picture_name(uuid,uuid)': may([]),
    'private.is_file_sent(text)': may(['authenticated']),
    'private.conversations_of(uuid)': may([]),
    'team_picture(uuid,uuid,text[],text[],uuid)': service,
    'private.lock_account(uuid)': may([]),
    'private.lock_messages(uuid)': may([]),
    'private.mark_own_reading(uuid,uuid,integer)': may([]),
    'mark_messages_read(uuid,uuid,integer)': service,
    'team_answer_message(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'team_messages(uuid,uuid,text[],text[],uuid,uuid,boolean)': service,
    'private.enter_thread(uuid)': may([]),
    'private.listed_conversations(care_team,uuid[])': may([]),
    'team_conversations(uuid,uuid,text[],text[],jsonb,boolean)': service,
    'private.begin_thread(uuid,text)': may([]),
    'private.has_message_for(uuid,uuid)': may([]),
    'private.holder_of_message(messages)': may([]),
    'private.is_message_for(uuid,messages)': may([]),
    'private.kept_before(messages)': may([]),
    'private.patient_of_thread(care_team,message_threads)': may([]),
    'private.has_unseen_message(uuid)': may([]),
    'private.is_for_every_coach(messages,timestamp with time zone)': may([]),
    'private.is_host_away(appointments)': may([]),
    'private.is_guest_in(private.call_guests,appointments)': may([]),
    'private.guest_on_device(uuid,bytea,boolean)': may([]),
    'private.guest_of(appointments,boolean)': may([]),
    'private.check_everyone_in_call(uuid)': may([]),
    'private.mark_team_reading(care_team,message_threads)': may([]),
    'private.notify_of_message(uuid,uuid,text,jsonb)': may([]),
    'private.text_number(text)': may([]),
    'private.sees_patient(care_team,uuid)': may([]),
    'private.unread_by_patient(uuid)': may([]),
    'private.waiting_messages(uuid)': may([]),
    'private.unanswered_messages(uuid)': may([]),
    'private.is_settled(uuid)': may([]),
    'private.settled_in(message_threads)': may([]),
    'private.asks_in(message_threads)': may([]),
    'private.has_more_to_read(uuid,uuid)': may([]),
    'move_appointment(jsonb,jsonb)': service,
    'complete_phases_before_applicators()': patient,
    'audit_read(text,uuid)': service,
    'start_next_cycle()': patient,
    'own_cycle()': patient,
    'own_journey_facts()': patient,
    'private.accounts_of(care_team)': may([]),
    'private.last_spoke_at(uuid)': may([]),
    'private.last_undoable_act(uuid)': may([]),
    'private.ask_email_change(uuid,text)': may([]),
    'private.before_user_created(jsonb)': may([]),
    'private.call_function(text)': may([]),
    'private.check_request()': may(['anon', 'authenticated', 'service_role']),
    'private.add_messages(appointments,jsonb)': may([]),
    'private.client_of(text)': may([]),
    'private.care_status(uuid)': may([]),
    'private.care_state(uuid)': may([]),
    'private.complete_phases_until(uuid,integer,uuid,uuid)': may([]),
    'private.cycle_reminder_facts(uuid)': may([]),
    'private.day_of_report(uuid,date)': may([]),
    'private.documents_of(uuid)': may([]),
    'private.files_of(uuid)': may([]),
    'private.follow_care_state(uuid,uuid,boolean)': may([]),
    'private.forget_signals(uuid)': may([]),
    'private.has_access()': patient,
    'private.has_consented()': patient,
    'private.may_download_own_record()': patient,
    'private.has_session()': patient,
    'private.has_old_refresh_token(uuid)': may([]),
    'private.has_own_factor(auth.sessions,care_team)': may([]),
    'private.is_own_app(uuid,uuid)': may([]),
    'private.own_next_step_facts()': patient,
    'private.is_call_open(appointments)': may([]),
    'private.is_choice_list(text[],text[])': both,
    'private.is_of_care_team(uuid)': may([]),
    'private.is_plain_line(text)': both,
    'private.is_time_zone(text)': both,
    'private.is_no_place(text)': may([]),
    'private.is_specified(text,boolean)': both,
    'private.is_step_locked(text,integer)': patient,
    'private.is_cycle_over(uuid,integer)': may([]),
    'private.step_under_way(uuid)': may([]),
    'private.step_to_move_on_from()': may([]),
    'private.is_unwanted(outbox)': may([]),
    'private.applicators_used_on(uuid)': may([]),
    'private.body_of(applicator_agreements)': may([]),
    'private.body_since(uuid)': may([]),
    'private.cycle_under_way(uuid)': may([]),
    'private.cycle_of_pregnancy_test(uuid,date)': may([]),
    'private.day_at(timestamp with time zone,text)': patient,
    'private.zone_of_clinic()': both,
    'private.known_zone(uuid)': may([]),
    'private.clinic_zone()': may([]),
    'private.set_unknown_zone(uuid,text)': may([]),
    'zone_for_patient(uuid,text)': service,
    'keep_my_time_zone(text,boolean)': patient,
    'private.own_applicators()': patient,
    'private.own_body()': patient,
    'private.own_open_report()': patient,
    'private.own_urgent_report()': patient,
    'private.own_body_since()': patient,
    'private.own_zone()': patient,
    'private.undone_since()': patient,
    'private.call_types_ready(text[])': may([]),
    'private.invitation_sent_at(invitations)': may([]),
    'private.present_body(uuid)': may([]),
    'private.stated_agreement(uuid)': may([]),
    'private.reported_day(text,text)': may([]),
    'private.last_positive(uuid)': may([]),
    'private.left_out(bigint,bigint)': may([]),
    'private.newest_lines(text,uuid,integer,integer)': may([]),
    'private.locked_counter(text,integer)': may([]),
    'private.is_usable_address(text)': may([]),
    'private.is_usable_address(text,uuid)': may([]),
    'private.may_be_in_channel(text)': may(['anon', 'authenticated']),
    'private.may_be_in_guest_channel(text)': may(['anon', 'authenticated']),
    'private.may_sign_in(uuid)': may([]),
    'private.message_for(outbox,text)': may([]),
    'private.misses_of_network(integer,numeric,boolean)': may([]),
    'private.next_code_at(private.deletion_codes)': may([]),
    'private.next_phone_code_at(private.phone_codes)': may([]),
    'ask_phone_code(uuid,text,text,jsonb)': service,
    'confirm_phone(uuid,text)': service,
    'private.add_audit_line(text,text,uuid,uuid)': may([]),
    'private.notify_of_new_address(uuid,text[])': may([]),
    'private.part_in_call(appointments)': may([]),
    'private.record_outcome(outcome_events,text)': may([]),
    'private.refuses_outcome(uuid,text,text)': may([]),
    'private.room_of(appointments,text)': may([]),
    'private.decline_role(uuid,uuid,text,text)': may([]),
    'private.edit_person(uuid,uuid,text,text)': may([]),
    'private.edit_profile(uuid,uuid,text,text)': may([]),
    'private.undoable_change(audit_log)': may([]),
    'private.email_about_lock(text,care_team,text)': may([]),
    'private.require_limit(text,integer,integer)': may([]),
    'private.site_of(text)': may([]),
    'private.take_email_change_try(uuid)': may([]),
    'private.treatment_cycle(uuid)': may([]),
    'private.type_name_for(care_team,appointment_types)': may([]),
    'private.wait_in_words(integer)': may([]),
    'private.write_to_patient(uuid,jsonb)': may([]),
    'private.read_own_consultation_notes()': patient,
    'read_call_link()': may(['anon', 'authenticated']),
    'read_consultation_notes(uuid,text)': service,
    'read_medical_notes(uuid)': service,
    'scheduling_facts(uuid,text,timestamp with time zone,timestamp with time zone,text)': service,
    'settle_cycle_reminder(uuid,timestamp with time zone,timestamp with time zone,jsonb)': service,
    'outdated_zones(uuid[])': service,
    'settle_outbox(uuid,uuid,text)': service,
    'report_outcome(uuid,uuid,text,date,date,date,text)': service,
    'undo_completion(uuid)': patient,
    'undo_outcome(uuid,uuid)': service,
    'log_period(uuid,uuid,date,text,boolean)': service,
    'undo_period(uuid,uuid)': service,
    'safety_facts(uuid,date)': service,
    'correct_safety_check(uuid,uuid,timestamp with time zone,jsonb,uuid)': service,
    'agreement_facts(uuid)': service,
    'private.clear_safety_check(uuid,jsonb,care_team)': may([]),
    'team_access_log(uuid,uuid,text[],text[],jsonb)': service,
    'forget_limit(text)': service,
    'take_from_limit(text,integer,integer)': service,
    'team_agree(uuid,uuid,text)': service,
    'team_begin_set_up(uuid,uuid)': service,
    'read_notes_of_consultation(uuid,text)': service,
    'team_care(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'team_change_notes(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'team_change_people(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'team_change_role(uuid,uuid,text)': service,
    'team_code_sent(text)': service,
    'team_audit_patient_address(uuid,uuid,text[],text[],text)': service,
    'team_audit_refusal(uuid,text,boolean)': service,
    'team_refuse_mailed_code(uuid,uuid)': service,
    'team_deactivate(uuid,uuid)': service,
    'team_enter(uuid,uuid,text[],boolean)': service,
    'team_invite(uuid,text,text,text,text,text)': service,
    'invite_patient(jsonb,boolean,jsonb)': service,
    'team_invitations(uuid,uuid,text[],text[],jsonb)': service,
    'team_invited_name(uuid,uuid,text[],text[],text)': service,
    'team_check_list(uuid,uuid,text[],text[],jsonb)': service,
    'team_import_list(uuid,uuid,text[],text[],jsonb,jsonb,jsonb)': service,
    'private.listed_state(jsonb)': may([]),
    'private.edit_invited(invitations,jsonb,uuid)': may([]),
    'team_change_invitations(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'call_host(uuid,text)': service,
    'own_clinician()': may(['authenticated']),
    'team_appointment_types(uuid,uuid,text[],text[])': service,
    'team_missing_for_calls(uuid,uuid,text[],text[],text[])': service,
    'team_set_identity(uuid,uuid,text[],text[],uuid,jsonb,jsonb)': service,
    'team_send_kit(uuid,uuid,text[],text[],jsonb,jsonb)': service,
    'private.staff_note(uuid,jsonb,care_team)': may([]),
    'private.change_alert(uuid,jsonb,care_team)': may([]),
    'private.ask_follow_up(uuid,jsonb,care_team)': may([]),
    'private.undo_own_entry(uuid,jsonb,care_team)': may([]),
    'private.alerts_of(uuid)': may([]),
    'private.identity_of(uuid)': may([]),
    'private.in_sight(uuid)': may([]),
    'private.earlier_days(uuid,date,text)': may([]),
    'private.set_identity(uuid,jsonb)': may([]),
    'private.phone_changed_by_team(uuid)': may([]),
    'private.answered_for_every_coach(messages)': may([]),
    'private.listed_name(private.patient_directory)': may([]),
    'private.search_words(text)': may([]),
    'private.email_invitation(text,jsonb)': may([]),
    'private.invited_id(text)': may([]),
    'private.invited_subject(text)': may([]),
    'private.invitation_state(invitations,boolean)': may([]),
    'private.require_invitation(text)': may([]),
    'private.correct_invited_address(text,text)': may([]),
    'team_open_with_reason(uuid,uuid,text[],text[],uuid,text,text,jsonb)': service,
    'team_patient(uuid,uuid,text[],text[],uuid,boolean,boolean,boolean)': service,
    'team_patients(uuid,uuid,text[],text[],jsonb,boolean)': service,
    'team_people(uuid,uuid,text[],text[])': service,
    'team_reset_factor(uuid,uuid,text)': service,
    'team_set_hosts(uuid,uuid,text[])': service,
    'team_set_up(uuid,uuid,text)': service,
    'private.add_addendum(care_team,jsonb)': may([]),
    'private.ask_for_kit(uuid,care_team)': may([]),
    'private.assign_coach(uuid[],uuid,uuid)': may([]),
    'private.log_for_patient(uuid,jsonb)': may([]),
    'private.log_test(uuid,jsonb)': may([]),
    'private.log_period_day(uuid,jsonb)': may([]),
    'private.log_applicator(uuid,jsonb)': may([]),
    'private.log_symptoms(uuid,jsonb)': may([]),
    'private.complete_for_patient(uuid,jsonb,care_team)': may([]),
    'private.reopen_for_patient(uuid,jsonb)': may([]),
    'private.is_step_locked_for(uuid,text,integer)': may([]),
    'private.addenda_of(uuid)': may([]),
    'private.administrative_record(uuid)': may([]),
    'private.author_words(text,text,timestamp with time zone)': may([]),
    'private.is_withdrawn(uuid)': may([]),
    'private.email_news(uuid,uuid,jsonb)': may([]),
    'private.refuse_changed_note()': may([]),
    'private.own_draft(care_team,uuid)': may([]),
    'private.save_draft(care_team,jsonb)': may([]),
    'private.sign_draft(care_team,jsonb)': may([]),
    'private.signed_note(uuid)': may([]),
    'private.withdraw_note(care_team,jsonb)': may([]),
    'private.administrative_summary(uuid)': may([]),
    'private.patient_profile(uuid,care_team)': may([]),
    'private.record_facts(uuid,boolean)': may([]),
    'private.publish_assigned_coach(uuid[])': may([]),
    'private.care_state_for_person(uuid)': may([]),
    'private.decide_outcome(uuid,jsonb,text)': may([]),
    'private.refuse_changed_state(text)': may([]),
    'private.undo_for_patient(uuid,jsonb,care_team)': may([]),
    'private.other_patients_open_to(uuid)': may([]),
    'private.coaches_covered_by(uuid,timestamp with time zone)': may([]),
    'private.drafts_for(care_team,uuid)': may([]),
    'private.fold_counts()': may([]),
    'private.coach_in_query(jsonb)': may([]),
    'private.count_patients(jsonb,uuid[],uuid[],boolean)': may([]),
    'private.find_access_lines(uuid[],uuid,timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,integer)':
      may([]),
    'private.find_invitations(jsonb,integer)': may([]),
    'private.subjects_of_access_query(jsonb)': may([]),
    'private.find_patients(jsonb,uuid[],uuid[],boolean,boolean,integer,bigint)': may([]),
    'private.list_invited(text[])': may([]),
    'private.list_patient(uuid)': may([]),
    'private.next_call(uuid)': may([]),
    'private.listed_patients(uuid[],uuid[])': may([]),
    'private.listed_administration(uuid[],uuid[])': may([]),
    'private.waiting_among(uuid[])': may([]),
    'private.audit_reads(text[],uuid[])': may([]),
    'private.rebuild_directory()': may([]),
    'private.search_conditions(text)': may([]),
    'private.search_patterns(text)': may([]),
    'private.takes_calls(care_team)': may([]),
    'private.unaccented(text)': may([]),
    'private.escape_html(text)': may([]),
    'private.email_administrators(uuid,text,text[])': may([]),
    'private.email_page(text,text[])': may([]),
    'private.email_person(care_team,text,text[])': may([]),
    'private.moment_in_words(text)': may([]),
    'private.zone_words(text)': may([]),
    'private.who_acts(uuid)': may([]),
    'private.whom_to_ask(uuid,care_team)': may([]),
    'private.whom_to_contact(uuid)': may([]),
    'private.earlier_answer(jsonb)': may([]),
    'private.end_membership(uuid,care_team)': may([]),
    'private.end_sign_in(uuid[],text)': may([]),
    'private.enter_record(uuid,text[])': may([]),
    'private.keep_answer(jsonb,jsonb)': may([]),
    'private.cares_for(uuid,uuid)': may([]),
    'private.may_decide(care_team,uuid,text)': may([]),
    'private.ends_with(text)': may([]),
    'private.can_be_put_off(text)': may([]),
    'private.may_be_pregnant(uuid)': may([]),
    'private.send_parked_again(uuid)': may([]),
    'private.may_enroll(uuid)': may([]),
    'private.reason_of(uuid,uuid)': may([]),
    'private.require_record(text,uuid)': may([]),
    'private.require_kinds(text[],uuid)': may([]),
    'private.enter_team(uuid,uuid,text[],text[],boolean)': may([]),
    'private.is_invited(text)': may([]),
    'private.is_member(care_team)': may([]),
    'private.is_open_to_team(uuid)': may([]),
    'private.lock_care_team()': may([]),
    'private.named_person()': may([]),
    'private.needs_agreement(uuid,uuid,text)': may([]),
    'private.refuse_old_session(uuid,text)': may([]),
    'private.end_locked_sessions(uuid)': may([]),
    'private.idle_time()': may([]),
    'private.refuse_team(text,text,text)': may([]),
    'private.refuse_team_address()': may([]),
    'private.require_team_role(uuid,text[],uuid)': may([]),
    'private.set_up_code(uuid,text)': may([]),
    'private.setting_up(uuid,uuid)': may([]),
    'private.staff_of(uuid)': may([]),
    'private.staff_session(uuid)': may([]),
    'private.team_member(uuid)': may([]),
  });
});

test('what is read through a function is granted only to the service', async () => {
  const tables = `(select relname, c.oid from pg_class c join pg_proc on proname = 'read_' || relname
    where relnamespace = 'public'::regnamespace and relkind = 'r') as read`;
  expect(await namesOf(`select relname as name from ${tables} order by relname`)).toEqual([
    'consultation_notes',
    'medical_notes',
  ]);
  expect(
    await namesOf(
      `select relname || ' ' || role as name from ${tables}, unnest(array['anon', 'authenticated', 'public']) role
       where has_table_privilege(role, oid, 'select, insert, update, delete')
         or has_any_column_privilege(role, oid, 'select, insert, update')`,
    ),
  ).toEqual([]);
});

test('no trigger’s function is executable by anyone, and every function names its schemas itself', async () => {
  expect(
    await namesOf(
      `select p.oid::regprocedure as name from pg_proc p, ${ROLES} role
       where pronamespace in ${OUR_SCHEMAS} and prorettype = 'trigger'::regtype
         and has_function_privilege(role, p.oid, 'execute')`,
    ),
  ).toEqual([]);
  expect(
    await namesOf(
      `select oid::regprocedure as name from pg_proc
       where pronamespace in ${OUR_SCHEMAS} and not coalesce(proconfig @> array['search_path=""'], false)`,
    ),
  ).toEqual([]);
});

test('what patients may write, column by column', async () => {
  const writable = await rowsOf(
    `select table_name, privilege_type, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.column_privileges join information_schema.columns using (table_schema, table_name, column_name)
     where grantee in ('anon', 'authenticated', 'PUBLIC') and table_schema in ('public', 'private')
       and privilege_type in ('INSERT', 'UPDATE') and table_name <> 'onboarding_info'
     group by table_name, privilege_type order by 1, 2`,
  );
  const OWN_CHANGES = [
    'status',
    'onboarding_completed',
    'email_reminders',
    'text_reminders',
    'testing_reminders',
    'applicator_reminders',
    'message_emails',
    'message_texts',
    'shipping_line1',
    'shipping_line2',
    'shipping_city',
    'shipping_state',
    'shipping_zip',
    'preferred_name',
    'pronouns',
    'birth_date',
  ];
  const completion = ['user_id', 'phase_id', 'stage_number', 'cycle_number'];
  const draft = ['user_id', 'form', 'answers_at'];
  expect(writable).toEqual([
    { table_name: 'completed_phases', privilege_type: 'INSERT', columns: completion },
    { table_name: 'completed_phases', privilege_type: 'UPDATE', columns: completion },
    { table_name: 'customers', privilege_type: 'UPDATE', columns: OWN_CHANGES },
    { table_name: 'questionnaire_drafts', privilege_type: 'INSERT', columns: draft },
    { table_name: 'questionnaire_drafts', privilege_type: 'UPDATE', columns: draft },
  ]);
});

test('no one truncates a table past its triggers, moves a sequence or builds on our tables', async () => {
  expect(
    await namesOf(
      `select c.oid::regclass || ' ' || privilege || ' ' || role as name
       from pg_class c, ${ROLES} role, unnest(array['truncate', 'references', 'trigger']) privilege
       where relnamespace in ${OUR_SCHEMAS} and relkind in ('r', 'p', 'v') and has_table_privilege(role, c.oid, privilege)`,
    ),
  ).toEqual([]);
  expect(
    await namesOf(
      `select c.oid::regclass as name from pg_class c, ${ROLES} role
       where relnamespace in ${OUR_SCHEMAS} and relkind = 'S' and has_sequence_privilege(role, c.oid, 'usage, select, update')`,
    ),
  ).toEqual([]);
  expect(
    await namesOf(
      `select nspname as name from pg_namespace n, ${ROLES} role
       where has_schema_privilege(role, n.oid, 'create') and nspname not like 'pg_%'`,
    ),
  ).toEqual([]);
});

test.each([
  'private.limits',
  'private.attention_alarms',
  'private.attention_looks',
  'private.cycle_reminder_looks',
  'private.deletion_codes',
  'private.phone_codes',
  'private.email_change_tries',
  'private.journey_steps',
  'private.set_up_codes',
  'private.directory_counts',
  'private.patient_directory',
  'private.patients_of_hosts',
  'private.patients_to_list',
  'private.portal_visits',
  'private.conversations',
  'private.schedule_runs',
  'private.written_notes',
  'private.staff_activity',
  'auth.users',
  'auth.sessions',
  'auth.refresh_tokens',
])('%s is not readable or writable by anyone', async (table) => {
  for (const person of [people.owner, people.newcomer, people.anonymous, people.service]) {
    expect(await person.may(`select * from ${table}`)).toBe(REFUSED);
    expect([REFUSED, NOT_A_TABLE]).toContain(await person.may(`delete from ${table}`));
  }
});

test('deleting a parent never scans a whole table of children', async () => {
  const unindexed = await namesOf(
    `select conrelid::regclass || ' ' || conname as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and confdeltype = 'c' and not exists (
       select from pg_index where indrelid = conrelid and (indkey::int2[])[0] = conkey[1] and indpred is null)`,
  );
  expect(unindexed).toEqual([]);
});
