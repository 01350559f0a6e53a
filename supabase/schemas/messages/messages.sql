-- Messages between a patient and the care team: one thread for each topic, and rows that are added and never changed. Only the procedures
-- below write, because the server decides who wrote and by when a reply is due.
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
  -- Its number in the thread, from 1.
  place integer not null check (place > 0),
  sender text not null check (sender in ('patient', 'team')),
  text text not null check (length(text) between 1 and 4000),
  -- A reply that was given by phone; the text says what was said.
  by_phone boolean not null default false,
  -- When the reply is due. Set on the first unanswered message of a thread (domain/messages/reply-clock.ts).
  due_at timestamptz,
  person_id uuid,
  person_name text check (length(person_name) <= 100),
  person_role text check (person_role in ('coach', 'clinician')),
  submission_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  -- Why the team should read it first: an urgent sign, self-harm or a loss in its words (domain/messages), or a button that the patient pressed.
  concern text,
  constraint an_answer_has_its_person check (
    num_nulls(person_id, person_name, person_role) = case sender when 'team' then 0 else 3 end),
  constraint only_patients_wait check (sender = 'patient' or due_at is null),
  constraint only_the_team_calls check (sender = 'team' or not by_phone),
  unique (thread_id, place),
  unique (user_id, submission_id),
  constraint concern_of_a_patient check (
    concern is null or sender = 'patient' and concern in ('urgent', 'self-harm', 'loss', 'call-me', 'hard-time', 'answer-today'))
);
create index messages_of_patient on public.messages (user_id, created_at desc);
create index messages_with_a_clock on public.messages (user_id, thread_id, place) where due_at is not null;
create index messages_of_team on public.messages (user_id, thread_id, place) where sender = 'team';
create index messages_of_each_concern on public.messages (user_id, concern, created_at desc) where concern is not null;

-- How far someone had read, with a row each time they read further. Without a person, it is the patient.
create table public.message_reads (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references public.message_threads on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  reader text not null check (reader in ('patient', 'team')),
  person_id uuid,
  place integer not null check (place > 0),
  read_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (thread_id, person_id, place),
  constraint only_the_team_is_named check ((reader = 'team') = (person_id is not null))
);
create index message_reads_of_patient on public.message_reads (user_id, read_at desc);

create policy "Patients read their own conversations" on public.message_threads
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create policy "Patients read their own messages" on public.messages
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create policy "Patients read how far was read" on public.message_reads
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

-- Locks a patient's threads, so that writes and read marks happen one after the other.
create function private.lock_messages(p_user uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('messages of ' || p_user, 0))
$$;

-- Messages that started a reply clock and have no reply, with or without 'No reply needed'. Today asks this for each patient, and PL/pgSQL
-- keeps the plan for the whole session.
create function private.unanswered_messages(p_user uuid) returns setof public.messages
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select own.* from public.messages as own
  where own.user_id = p_user and own.due_at is not null and not exists (
    select from public.messages as answer
    where answer.user_id = p_user and answer.thread_id = own.thread_id and answer.place > own.place and answer.sender = 'team');
end $$;

-- Whether someone selected 'No reply needed', and no one undid it.
create function private.is_settled(p_message uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select decision = 'done' from public.attention_decisions
    where key = 'message-waits:' || p_message order by version desc limit 1), false);
end $$;
revoke all on function private.is_settled(uuid) from public;

-- In each thread, the message whose reply clock is running.
create function private.waiting_messages(p_user uuid) returns setof public.messages
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select distinct on (own.thread_id) own.* from private.unanswered_messages(p_user) as own
  where not private.is_settled(own.id)
  order by own.thread_id, own.place;
end $$;

-- The first message of the team in each thread that the patient has not read.
create function private.unread_by_patient(p_user uuid) returns setof public.messages
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select distinct on (thread_id) * from public.messages as message
  where user_id = p_user and sender = 'team' and place > coalesce((
    select max(place) from public.message_reads as read where read.thread_id = message.thread_id and person_id is null), 0)
  order by thread_id, place;
end $$;

create function private.mark_own_reading(p_user uuid, p_thread uuid, p_place integer) returns void
language sql security definer set search_path = '' as $$
  insert into public.message_reads (thread_id, user_id, reader, place)
  select p_thread, p_user, 'patient', least(p_place, max(place)) from public.messages
  where thread_id = p_thread and user_id = p_user
  having least(p_place, max(place)) > coalesce((
    select max(place) from public.message_reads where thread_id = p_thread and reader = 'patient'), 0)
  on conflict do nothing
$$;

-- An account can be deleted while its patient writes or reads. This locks the account until the end of the transaction, so that one comes
-- after the other: a stored message is deleted with the account. False if the account is already gone.
create function private.lock_account(p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_messages(p_user);
  perform from public.customers where user_id = p_user for key share;
  return found;
end $$;

create function public.send_message(p_user uuid, p_thread uuid, p_topic text, p_text text, p_due_at timestamptz,
  p_submission uuid, p_pictures uuid[] default '{}', p_concern text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  thread public.message_threads;
  sent public.messages;
begin
  if not private.lock_account(p_user) then
    return jsonb_build_object('problem', 'no_access');
  end if;
  select * into sent from public.messages where user_id = p_user and submission_id = p_submission;
  if sent.id is null and cardinality(p_pictures) <> (select count(*) from private.clean_files(p_user, p_pictures, 'message-uploads', p_user)) then
    return jsonb_build_object('problem', 'unknown_picture');
  elsif p_thread is null and sent.id is null then
    insert into public.message_threads (user_id, topic) values (p_user, p_topic) on conflict do nothing;
  end if;
  select * into thread from public.message_threads
  where user_id = p_user and case when p_thread is null then topic = p_topic else id = p_thread end;
  if thread.id is null and sent.id is null then
    return jsonb_build_object('problem', 'unknown_thread');
  elsif sent.id is not null and (sent.thread_id is distinct from thread.id or sent.text <> p_text
    or p_pictures <> array(select id from public.message_pictures where message_id = sent.id order by place)) then
    return jsonb_build_object('problem', 'submission_reused');
  elsif sent.id is null then
    insert into public.messages (thread_id, user_id, place, sender, text, due_at, submission_id, concern)
    values (thread.id, p_user, coalesce((select max(place) from public.messages where thread_id = thread.id), 0) + 1, 'patient',
      p_text, case when not exists (select from private.waiting_messages(p_user) where thread_id = thread.id) then p_due_at end,
      p_submission, p_concern)
    returning * into sent;
    insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
    select picture.id, sent.id, p_user, picture.place, picture.name, picture.type, picture.bytes
    from private.clean_files(p_user, p_pictures, 'message-uploads', p_user) as picture;
  end if;
  return jsonb_build_object('id', sent.id, 'threadId', thread.id,
    'dueAt', (select due_at from private.waiting_messages(p_user) where thread_id = thread.id));
end $$;
revoke all on function public.send_message(uuid, uuid, text, text, timestamptz, uuid, uuid[], text) from public, anon, authenticated, service_role;
grant execute on function public.send_message(uuid, uuid, text, text, timestamptz, uuid, uuid[], text) to service_role;

alter table public.message_threads alter column user_id set statistics 0;
alter table public.message_threads enable row level security;
revoke all on public.message_threads from anon, authenticated, service_role;
grant select on public.message_threads to authenticated;
create trigger is_append_only before update or truncate on public.message_threads
  for each statement execute function private.refuse_change();
create trigger goes_with_the_account before delete on public.message_threads
  for each row execute function private.refuse_forgetting();
create trigger audit_message_threads after insert or update or delete on public.message_threads
  for each row execute function private.audit_change();
create trigger publish_to_patient after insert or update or delete on public.message_threads
  for each row execute function private.publish_to_patient();

alter table public.messages alter column user_id set statistics 0;
alter table public.messages enable row level security;
revoke all on public.messages from anon, authenticated, service_role;
grant select on public.messages to authenticated;
create trigger is_append_only before update or truncate on public.messages
  for each statement execute function private.refuse_change();
create trigger goes_with_the_account before delete on public.messages
  for each row execute function private.refuse_forgetting();
create trigger audit_messages after insert or update or delete on public.messages
  for each row execute function private.audit_change();
create trigger publish_to_patient after insert or update or delete on public.messages
  for each row execute function private.publish_to_patient();

alter table public.message_reads alter column user_id set statistics 0;
alter table public.message_reads enable row level security;
revoke all on public.message_reads from anon, authenticated, service_role;
grant select on public.message_reads to authenticated;
create trigger is_append_only before update or truncate on public.message_reads
  for each statement execute function private.refuse_change();
create trigger goes_with_the_account before delete on public.message_reads
  for each row execute function private.refuse_forgetting();
create trigger audit_message_reads after insert or update or delete on public.message_reads
  for each row execute function private.audit_change();
create trigger publish_to_patient after insert or update or delete on public.message_reads
  for each row execute function private.publish_to_patient();
