-- What happens at the team's door is logged, and nobody at the door learns whose address is of the team.

-- As in 20261116100330_team_factor_safeguards.sql, and an enrolment is logged: whoever reads somebody's mail can begin one until
-- the set-up code was used. It names nobody, as in private.tell_of_lock.
create or replace function private.refuse_other_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_enroll(new.user_id) then
    raise exception using errcode = '42501', message = 'This account cannot set up an authenticator app.';
  end if;
  insert into public.audit_log (actor_role, action, kind, subject_id)
  values ('sign_in', 'insert', 'team_enrolment', (private.staff_of(new.user_id)).id);
  return new;
end $$;

-- As in 20261116100220_team_entry.sql, and whoever waits for a clinician hears for which role.
create or replace function private.enter_team(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[] default '{}', p_is_act boolean default false)
returns public.care_team language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.staff_of(p_user);
  session auth.sessions;
begin
  select * into session from auth.sessions
  where id = p_session and user_id = p_user and (not_after is null or not_after > now());
  if not found then
    perform private.refuse_team('PT401', 'not_signed_in', 'Please sign in.');
  elsif person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'This account has no access to the team workspace.');
  elsif session.aal is distinct from 'aal2' or session.factor_id is null
    or session.factor_id is distinct from person.factor_id then
    perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
  end if;
  perform private.refuse_old_session(p_session);
  if person.role is not distinct from person.proposed_role then
    perform private.refuse_team('PT403', 'not_allowed', format('A clinician has to agree to your role as %s first.', person.role));
  elsif (private.is_member(person) and person.role = any (p_roles)) is not true then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  if p_is_act then
    -- Not at every call: a page makes several at once, which would wait for each other's lock on the row.
    insert into private.staff_activity (session_id)
    select p_session where not exists (
      select from private.staff_activity where session_id = p_session and acted_at >= now() - interval '5 seconds')
    on conflict (session_id) do update set acted_at = excluded.acted_at;
  end if;
  perform set_config('portal.staff_id', person.id::text, true),
    set_config('portal.staff_reads', array_to_string(p_reads, ','), true);
  return person;
end $$;

-- A refusal undoes its own transaction, so the function has it noted after. Repeats within 15 minutes are one line. What it is
-- about is the account that was refused, and never the patient whose record it asked for.
create function public.team_note_refusal(p_user uuid, p_code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.staff_of(p_user);
begin
  if public.take_from_limit(concat_ws(':', 'team-refusal', p_user, p_code), 1, 900) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role)
  values (coalesce(person.id, p_user), 'sign_in', 'read', 'refused_' || p_code, coalesce(person.id, p_user), person.name, person.role);
end $$;

-- On Supabase the auth service has one clock for an address. Set back by its minute, it answers the portal's sign-in as before
-- the team's asked; our own server keeps two (server/database/foundation/auth.sql).
create function public.team_code_sent(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('auth.one_time_tokens') is not null then
    update auth.users set recovery_sent_at = least(recovery_sent_at, now() - interval '1 minute'),
      confirmation_sent_at = least(confirmation_sent_at, now() - interval '1 minute')
    where email = lower(p_email);
  end if;
end $$;

-- As in 20261116100320_team_records.sql, and an id of nobody is told from a patient without consent.
create or replace function public.team_open_with_reason(p_user uuid, p_session uuid, p_roles text[], p_reads text[],
  p_patient uuid, p_category text, p_words text, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  earlier jsonb := private.earlier_answer(p_request);
  opened public.record_openings;
begin
  if earlier is not null then
    return earlier;
  elsif not exists (select from public.customers where user_id = p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no patient with this id.');
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  end if;
  insert into public.record_openings (user_id, person_id, category, words) values (p_patient, acting, p_category, p_words)
  returning * into opened;
  return private.keep_answer(p_request, jsonb_build_object('until', opened.ends_at));
end $$;

-- As in 20261116100330_team_factor_safeguards.sql, and a host who has left is told so: the link was right once, and they would try
-- it again and again.
create or replace function public.enter_call_as_host(p_call uuid, p_sequence integer) returns json
language plpgsql security definer set search_path = '' as $$
declare
  call public.appointments;
  room json;
begin
  select appointments.* into call from public.appointments join public.care_team on care_team.id = host_id
  where appointments.id = p_call and sequence = p_sequence and deactivated_at is null;
  if call.id is null and exists (
    select from public.appointments join public.care_team on care_team.id = host_id
    where appointments.id = p_call and deactivated_at is not null
  ) then
    return json_build_object('hasLeft', true);
  end if;
  room := private.room_of(call, 'host');
  if room ->> 'state' = 'open' then
    insert into private.host_entries (call_id, sequence) values (call.id, call.sequence)
    on conflict (call_id) do update set sequence = excluded.sequence;
    perform set_config('portal.staff_id', call.host_id::text, true);
    perform private.note_in_audit('read', 'call_room', call.user_id, call.host_id);
  end if;
  return room;
end $$;

revoke all on all functions in schema private from public;
revoke all on function public.team_note_refusal(uuid, text), public.team_code_sent(text)
  from public, anon, authenticated, service_role;
grant execute on function public.team_note_refusal(uuid, text), public.team_code_sent(text) to service_role;
