-- Messages between a patient and the care team: one thread a topic, and rows that are added and never changed. Who wrote and
-- when an answer is due are the server's to say, so nobody writes but through the procedures below.

create table public.message_threads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  topic text not null check (topic in ('My treatment', 'A test result', 'The kit', 'Something else')),
  created_at timestamptz not null default now(),
  unique (user_id, topic)
);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references public.message_threads on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  -- In its thread, from 1 on.
  place integer not null check (place > 0),
  sender text not null check (sender in ('patient', 'team')),
  text text not null check (length(text) between 1 and 4000),
  -- An answer that was given by phone; its text says what was said.
  by_phone boolean not null default false,
  -- Of the first message that nobody has answered (domain/messages/reply-clock.ts).
  due_at timestamptz,
  person_id uuid,
  person_name text check (length(person_name) <= 100),
  person_role text check (person_role in ('coach', 'clinician')),
  submission_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint an_answer_has_its_person check (
    num_nulls(person_id, person_name, person_role) = case sender when 'team' then 0 else 3 end),
  constraint only_patients_wait check (sender = 'patient' or due_at is null),
  constraint only_the_team_calls check (sender = 'team' or not by_phone),
  unique (thread_id, place),
  unique (user_id, submission_id)
);
create index messages_of_patient on public.messages (user_id, created_at desc);
create index messages_with_a_clock on public.messages (user_id, thread_id, place) where due_at is not null;
create index messages_of_team on public.messages (user_id, thread_id, place) where sender = 'team';

-- How far somebody had read, each time that they read further. Without a person it is the patient.
create table public.message_reads (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references public.message_threads on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  reader text not null check (reader in ('patient', 'team')),
  person_id uuid,
  place integer not null check (place > 0),
  read_at timestamptz not null default clock_timestamp(),
  constraint only_the_team_is_named check ((reader = 'team') = (person_id is not null)),
  unique nulls not distinct (thread_id, person_id, place)
);
create index message_reads_of_patient on public.message_reads (user_id, read_at desc);

do $$
declare
  kept text;
begin
  foreach kept in array '{message_threads,messages,message_reads}'::text[] loop
    execute format('alter table public.%1$I alter column user_id set statistics 0', kept);
    execute format('alter table public.%1$I enable row level security', kept);
    execute format('revoke all on public.%1$I from anon, authenticated, service_role', kept);
    execute format('grant select on public.%1$I to authenticated', kept);
    execute format('create trigger is_append_only before update or truncate on public.%1$I
      for each statement execute function private.refuse_change()', kept);
    execute format('create trigger goes_with_the_account before delete on public.%1$I
      for each row execute function private.refuse_forgetting()', kept);
    execute format('create trigger audit_%1$s after insert or update or delete on public.%1$I
      for each row execute function private.audit_change()', kept);
    execute format('create trigger tell_patient after insert or update or delete on public.%1$I
      for each row execute function private.tell_patient()', kept);
    execute format('insert into private.export_parts (place, name, needs_consent, max_lines)
      values (%2$s, %1$L, true, %3$L)', kept,
      case kept when 'message_threads' then 270 when 'messages' then 280 else 290 end, 10000);
  end loop;
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.message_threads, public.messages, public.message_reads;
  end if;
end $$;
create policy "Patients read their own conversations" on public.message_threads
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));
create policy "Patients read their own messages" on public.messages
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));
create policy "Patients read how far was read" on public.message_reads
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create view private.export_message_threads as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.message_threads as own;
create view private.export_messages as
  select own.user_id, own.created_at as moment, own.id, to_jsonb(own) || jsonb_build_object('topic', topic) as line
  from public.messages as own join public.message_threads on message_threads.id = thread_id;
create view private.export_message_reads as
  select user_id, read_at as moment, id, to_jsonb(own) as line from public.message_reads as own;

-- Whoever writes in a patient's threads, or says how far they read, does so one after the other.
create function private.in_turn_with_messages(p_user uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('messages of ' || p_user, 0))
$$;

-- Of each thread of a patient the first message that nobody has answered.
create function private.waiting_messages(p_user uuid) returns setof public.messages
language sql stable security definer set search_path = '' as $$
  select own.* from public.messages as own
  where user_id = p_user and due_at is not null and not exists (
    select from public.messages as answer
    where answer.user_id = p_user and answer.thread_id = own.thread_id and answer.place > own.place and answer.sender = 'team')
$$;

-- Of each thread the first answer that the patient has not read.
create function private.unread_messages(p_user uuid) returns setof public.messages
language sql stable security definer set search_path = '' as $$
  select distinct on (thread_id) own.* from public.messages as own
  where user_id = p_user and sender = 'team' and place > coalesce((
    select max(place) from public.message_reads as read where read.thread_id = own.thread_id and reader = 'patient'), 0)
  order by thread_id, place
$$;

-- Stores a patient's message once, however often it arrives. p_due_at counts for the first that waits. A conversation that is
-- not the patient's, and other words under the same submission, are answered with a problem.
create function public.send_message(p_user uuid, p_thread uuid, p_topic text, p_text text, p_due_at timestamptz, p_submission uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  thread public.message_threads;
  sent public.messages;
begin
  perform private.in_turn_with_messages(p_user);
  select * into sent from public.messages where user_id = p_user and submission_id = p_submission;
  if p_thread is null and sent.id is null then
    insert into public.message_threads (user_id, topic) values (p_user, p_topic) on conflict do nothing;
  end if;
  select * into thread from public.message_threads
  where user_id = p_user and case when p_thread is null then topic = p_topic else id = p_thread end;
  if thread.id is null and sent.id is null then
    return jsonb_build_object('problem', 'unknown_thread');
  elsif sent.id is not null and (sent.thread_id is distinct from thread.id or sent.text <> p_text) then
    return jsonb_build_object('problem', 'submission_reused');
  elsif sent.id is null then
    insert into public.messages (thread_id, user_id, place, sender, text, due_at, submission_id)
    values (thread.id, p_user, coalesce((select max(place) from public.messages where thread_id = thread.id), 0) + 1, 'patient',
      p_text, case when not exists (select from private.waiting_messages(p_user) where thread_id = thread.id) then p_due_at end,
      p_submission)
    returning * into sent;
  end if;
  return jsonb_build_object('id', sent.id, 'threadId', thread.id,
    'dueAt', (select due_at from private.waiting_messages(p_user) where thread_id = thread.id));
end $$;

create function private.note_own_reading(p_user uuid, p_thread uuid, p_place integer) returns void
language sql security definer set search_path = '' as $$
  insert into public.message_reads (thread_id, user_id, reader, place)
  select p_thread, p_user, 'patient', least(p_place, max(place)) from public.messages
  where thread_id = p_thread and user_id = p_user
  having least(p_place, max(place)) > coalesce((
    select max(place) from public.message_reads where thread_id = p_thread and reader = 'patient'), 0)
  on conflict do nothing
$$;

revoke all on all functions in schema private from public;
revoke all on function public.send_message(uuid, uuid, text, text, timestamptz, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.send_message(uuid, uuid, text, text, timestamptz, uuid) to service_role;
