-- Patients who want reminders, and when to check each of them next: every morning, and right away when something new is known.
create table private.cycle_reminder_looks (
  user_id uuid primary key references public.customers on delete cascade,
  look_after timestamptz not null default now()
);
alter table private.cycle_reminder_looks alter column user_id set statistics 0;
alter table private.cycle_reminder_looks enable row level security;
revoke all on private.cycle_reminder_looks from anon, authenticated, service_role;
create index cycle_reminder_looks_due on private.cycle_reminder_looks (look_after);

create function private.follow_cycle_choice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.testing_reminders or new.applicator_reminders then
    insert into private.cycle_reminder_looks (user_id) values (new.user_id)
    on conflict (user_id) do update set look_after = now();
  else
    delete from private.cycle_reminder_looks where user_id = new.user_id;
  end if;
  return null;
end $$;

create trigger follow_cycle_choice
  after update of testing_reminders, applicator_reminders, time_zone on public.customers
  for each row execute function private.follow_cycle_choice();

create function private.look_at_cycle_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.cycle_reminder_looks set look_after = now()
  where user_id = case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  return null;
end $$;

create trigger look_at_cycle_again after insert or update or delete on public.periods
  for each row execute function private.look_at_cycle_again();

create trigger look_at_cycle_again after insert or update or delete on public.test_results
  for each row execute function private.look_at_cycle_again();

create trigger look_at_cycle_again after insert or update or delete on public.outcome_events
  for each row execute function private.look_at_cycle_again();

-- The facts that domain/cycle needs: periods of the person who uses the applicator now, and days in the patient's own calendar.
create function private.cycle_reminder_facts(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'userId', user_id,
    'email', customer_email,
    'testing', testing_reminders,
    'applicators', applicator_reminders,
    'consented', privacy_policy_accepted and data_usage_consent,
    'status', status,
    'careState', private.care_state(p_user),
    'zone', private.known_zone(p_user),
    'completed', (select coalesce(jsonb_agg(jsonb_build_object('phaseId', phase_id, 'cycleNumber', cycle_number)), '[]')
      from public.completed_phases where user_id = p_user),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'kind', kind, 'isConfirmed', confirmed_at is not null)), '[]')
      from public.periods where user_id = p_user and body = private.present_body(p_user) and withdrawn_at is null),
    'bodySince', private.body_since(p_user),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('type', result_type, 'result', result, 'takenOn', taken_on,
        'loggedAt', floor(extract(epoch from created_at) * 1000))), '[]')
      from public.test_results where user_id = p_user and result_type = 'ovulation'),
    'applicatorsUsedOn', private.applicators_used_on(p_user),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
        'resolvedTo', resolved_to, 'byTeam', recorded_by is not null,
        'receivedAt', floor(extract(epoch from created_at) * 1000))), '[]')
      from public.outcome_events where user_id = p_user and withdrawn_at is null),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = p_user))
  from public.customers where user_id = p_user
$$;

-- Leases the patients who are due, so that two workers never take the same one.
create function public.lease_cycle_reminders(p_count integer, p_seconds integer) returns jsonb
language sql security definer set search_path = '' as $$
  with due as (
    select user_id from private.cycle_reminder_looks where look_after <= now()
    order by look_after limit p_count for update skip locked
  ), leased as (
    update private.cycle_reminder_looks as looks set look_after = clock_timestamp() + make_interval(secs => p_seconds)
    from due where looks.user_id = due.user_id
    returning looks.user_id, looks.look_after
  )
  select coalesce(jsonb_agg(private.cycle_reminder_facts(user_id) || jsonb_build_object('lease', look_after)), '[]') from leased
$$;
revoke all on function public.lease_cycle_reminders(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.lease_cycle_reminders(integer, integer) to service_role;

-- Stores the reminder, if there is one, and when to check again. If something became known in the meantime, returns false and changes
-- nothing, so the patient is checked again.
create function public.settle_cycle_reminder(p_user uuid, p_lease timestamptz, p_look_after timestamptz, p_message jsonb)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  update private.cycle_reminder_looks set look_after = p_look_after where user_id = p_user and look_after = p_lease;
  if not found then
    return false;
  end if;
  if p_message is not null then
    insert into public.outbox (key, channel, recipient, subject, body_text, body_html, send_before, purpose, user_id)
    values (p_message ->> 'key', 'email', p_message ->> 'recipient', p_message ->> 'subject', p_message ->> 'body_text',
      p_message ->> 'body_html', (p_message ->> 'send_before')::timestamptz, 'treatment_reminder', p_user)
    on conflict (key) do nothing;
  end if;
  return true;
end $$;
revoke all on function public.settle_cycle_reminder(uuid, timestamptz, timestamptz, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.settle_cycle_reminder(uuid, timestamptz, timestamptz, jsonb) to service_role;
