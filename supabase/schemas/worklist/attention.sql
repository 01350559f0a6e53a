create table public.attention_decisions (
  id uuid primary key default gen_random_uuid(),
  -- The item's rule and fact. Versions count up from 1, so that of two decisions at the same time one is refused.
  key text not null check (length(key) <= 200),
  version integer not null check (version > 0),
  -- Null if the item is about no patient, but an invitation or a colleague.
  user_id uuid references public.customers on delete cascade,
  decision text not null check (decision in ('take', 'release', 'contact', 'remind', 'done', 'hand-over', 'reopen')),
  outcome text check (outcome in ('spoke', 'wrote', 'booked', 'nothing', 'emergency-care', 'unreachable', 'kept-blocked', 'discarded',
    'no-reply', 'voicemail', 'no-answer', 'still-unclear')),
  words text check (length(words) <= 2000),
  -- The colleague it was handed off to.
  to_id uuid references public.care_team on delete set null,
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician', 'administrator')),
  decided_at timestamptz not null default now(),
  -- For 'done': the newest report that the person had seen. A later report stays open.
  seen_until timestamptz,
  -- When the person wants to see it again, after an attempt or 'Remind me'.
  remind_at timestamptz,
  constraint only_done_has_an_outcome check ((decision in ('done', 'contact')) = (outcome is not null)),
  constraint an_attempt_ends_nothing check (outcome is null
    or (decision = 'contact') = (outcome in ('voicemail', 'no-answer', 'still-unclear'))),
  constraint a_reminder_has_a_time check (case decision
    when 'remind' then remind_at is not null when 'contact' then true else remind_at is null end),
  constraint a_reminder_is_soon check (remind_at <= decided_at + interval '8 days'),
  constraint a_handover_has_words check (decision <> 'hand-over' or words is not null),
  unique (key, version)
);
alter table public.attention_decisions alter column user_id set statistics 0;
alter table public.attention_decisions enable row level security;
revoke all on public.attention_decisions from anon, authenticated, service_role;
-- Which outcomes of 'Done' end an item of a rule. domain/worklist/ends.ts has the same rule; supabase/tests/rules-in-both.test.ts compares
-- the two.
create function private.ends_with(p_rule text) returns text[]
language sql immutable set search_path = '' as $$
  select case
    when p_rule in ('possible-loss', 'positive-after-end', 'call-without-outcome', 'kit-to-send', 'mail-not-delivered',
        'host-is-away', 'alarm-not-sent', 'busy-times-unread')
      then '{}'::text[]
    when p_rule in ('kit-not-requested', 'no-coach-assigned', 'invitation-unused', 'many-records-opened') then '{nothing}'
    when p_rule = 'message-waits' then '{no-reply}'
    when p_rule in ('safety-check', 'answer-today') then '{kept-blocked}'
    when p_rule = 'note-not-signed' then '{discarded}'
    when p_rule in ('urgent-symptoms', 'cap-too-long', 'self-harm', 'asks-for-a-call', 'urgent-message', 'loss-mentioned')
      then '{spoke,emergency-care,unreachable}'
    else '{spoke,wrote,booked,nothing}' end
$$;
revoke all on function private.ends_with(text) from public;

-- An item that is urgent by its rule can never be put off.
create function private.can_be_put_off(p_rule text) returns boolean
language sql immutable set search_path = '' as $$
  select p_rule not in ('possible-loss', 'answer-today', 'urgent-symptoms', 'self-harm', 'asks-for-a-call', 'urgent-message', 'loss-mentioned')
$$;
revoke all on function private.can_be_put_off(text) from public;

create index attention_decisions_of_patient on public.attention_decisions (user_id, decided_at desc);
create index attention_decisions_newest on public.attention_decisions (decided_at desc) where decision = 'done';
create index attention_decisions_handed on public.attention_decisions (to_id) where to_id is not null;
create index attention_decisions_of_person on public.attention_decisions (person_id, decided_at desc);

-- A decision about an item without a patient is in no patient's log; its own row says who made it.
create trigger audit_attention_decisions after insert or update on public.attention_decisions
  for each row when (new.user_id is not null) execute function private.audit_change();

create trigger audit_deleted_attention_decisions after delete on public.attention_decisions
  for each row when (old.user_id is not null) execute function private.audit_change();

-- When each patient may next have an item. `changed_in` is the transaction of the last change: a look that started before it does not count.
create table private.attention_looks (
  user_id uuid primary key references public.customers on delete cascade,
  look_at timestamptz not null default now(),
  changed_in bigint not null default txid_current(),
  checked_at timestamptz not null default '-infinity',
  -- What the last look found; null before the first.
  items integer,
  is_urgent boolean
);
alter table private.attention_looks alter column user_id set statistics 0;
alter table private.attention_looks enable row level security;
revoke all on private.attention_looks from public, anon, authenticated, service_role;
create index attention_looks_due on private.attention_looks (look_at);
create index attention_looks_checked on private.attention_looks (checked_at);

-- Sends the team's open screens a message that something changed, never what or about whom. Once for each transaction.
create function private.publish_to_team() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('portal.published_to_team', true) is distinct from txid_current()::text then
    perform set_config('portal.published_to_team', txid_current()::text, true),
      realtime.send('{}', 'change', 'team:today', true);
  end if;
end $$;

-- Marks a patient to be looked at, once for each transaction, even if it writes a thousand rows. A record that is being deleted is not
-- marked.
create function private.look_at(p_users uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  patient uuid;
begin
  for patient in
    insert into private.attention_looks as known (user_id)
    select user_id from public.customers where user_id = any (p_users) order by user_id
    on conflict (user_id) do update set look_at = now(), changed_in = excluded.changed_in, checked_at = '-infinity'
    where known.changed_in <> excluded.changed_in
    returning user_id
  loop
    -- For people who have this record open (private.may_follow_record).
    perform realtime.send('{}', 'change', 'team:record:' || patient, true);
  end loop;
  perform private.publish_to_team();
end $$;

create function private.look_at_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from changed) then
    perform private.look_at(array(select distinct user_id from changed));
  end if;
  return null;
end $$;

create function private.look_at_patient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.look_at(array[new.user_id]);
  return null;
end $$;

create trigger look_at_patient after update of parked_at on public.outbox
  for each row when (new.user_id is not null and old.parked_at is distinct from new.parked_at)
  execute function private.look_at_patient();

create trigger look_at_patient after update of tracking_url on public.customers
  for each row when (old.tracking_url is distinct from new.tracking_url) execute function private.look_at_patient();

-- The directory has consents, invitation, coach, stage and cycle, so a change of it marks the patient too.
create function private.look_at_listed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  users uuid[];
begin
  if tg_op = 'INSERT' then
    users := array(select id from after where has_user);
  else
    users := array(
      select id from after join before using (id)
      where (before.is_open, before.coach_id, before.stage, before.cycle)
        is distinct from (after.is_open, after.coach_id, after.stage, after.cycle));
  end if;
  -- The job of each minute also writes here when nothing changed. Then open workspaces don't need to reload.
  if users <> '{}' then
    perform private.look_at(users);
  end if;
  return null;
end $$;

create trigger look_at_listed after insert on private.patient_directory
  referencing new table as after for each statement execute function private.look_at_listed();

create trigger look_at_relisted after update on private.patient_directory
  referencing old table as before new table as after for each statement execute function private.look_at_listed();
