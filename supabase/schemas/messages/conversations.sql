-- The list of conversations at /team/messages: one row for each, so that finding the newest doesn't read every message.
create table private.conversations (
  thread_id uuid primary key references public.message_threads on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  last_at timestamptz not null,
  -- The team member who wrote in it last.
  replied_by uuid,
  -- The message whose reply clock is running.
  waiting_id uuid
);
alter table private.conversations alter column user_id set statistics 0;
alter table private.conversations enable row level security;
revoke all on private.conversations from public, anon, authenticated, service_role;
create index conversations_newest on private.conversations (last_at desc, thread_id desc);
create index conversations_waiting on private.conversations (last_at desc, thread_id desc) where waiting_id is not null;
create index conversations_of_patient on private.conversations (user_id);
create index conversations_of_writer on private.conversations (replied_by);

create function private.list_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.conversations as listed (thread_id, user_id, last_at, replied_by, waiting_id)
  values (new.thread_id, new.user_id, new.created_at, new.person_id,
    (select id from private.waiting_messages(new.user_id) where thread_id = new.thread_id))
  on conflict (thread_id) do update set last_at = excluded.last_at, waiting_id = excluded.waiting_id,
    replied_by = coalesce(excluded.replied_by, listed.replied_by);
  return null;
end $$;
revoke all on function private.list_conversation() from public;

create trigger list_conversation after insert on public.messages
  for each row execute function private.list_conversation();

-- 'No reply needed' and its undo.
create function private.list_settled_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thread constant uuid := (
    select thread_id from public.messages where user_id = new.user_id and 'message-waits:' || id = new.key);
begin
  update private.conversations
  set waiting_id = (select id from private.waiting_messages(new.user_id) where thread_id = thread)
  where thread_id = thread;
  return null;
end $$;
revoke all on function private.list_settled_conversation() from public;

create trigger list_settled_conversation after insert on public.attention_decisions
  for each row when (new.key like 'message-waits:%' and new.decision in ('done', 'reopen'))
  execute function private.list_settled_conversation();

-- The contents of a row in the list.
create function private.listed_conversations(p_person public.care_team, p_threads uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', thread.id,
      'patient', jsonb_build_object('id', patient.id, 'name', private.listed_name(patient)),
      'topic', thread.topic, 'at', last.created_at, 'from', last.sender, 'who', last.person_name,
      'firstWords', left(regexp_replace(trim(last.text), '\s+', ' ', 'g'), 120),
      'isUnread', last.sender = 'patient' and last.place > coalesce((
        select max(place) from public.message_reads as read
        where read.thread_id = thread.id and read.person_id = p_person.id), 0),
      'waiting', case when waiting.id is not null then jsonb_build_object(
        'at', private.epoch_ms(waiting.created_at), 'dueAt', private.epoch_ms(waiting.due_at)) end)
      order by listed.last_at desc, listed.thread_id desc), '[]')
    from private.conversations as listed
    join public.message_threads as thread on thread.id = listed.thread_id
    join private.patient_directory as patient on patient.id = listed.user_id
    cross join lateral (
      select * from public.messages where thread_id = listed.thread_id order by place desc limit 1) as last
    left join public.messages as waiting on waiting.id = listed.waiting_id
    where listed.thread_id = any (p_threads));
end $$;
revoke all on function private.listed_conversations(public.care_team, uuid[]) from public;

-- The conversations under 'Mine': this person wrote in them last, cares for the patient, or got them by hand-off.
create function private.conversations_of(p_person uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select thread_id from private.conversations where replied_by = p_person
    union
    select thread_id from private.conversations
    join private.patient_directory as patient on patient.id = user_id
    where coach_id = p_person
    union
    select listed.thread_id from private.conversations as listed
    join public.messages as waiting on waiting.id = waiting_id
    where listed.user_id in (
        select user_id from public.attention_decisions where decision = 'hand-over' and to_id = p_person)
      and (private.holder_of_message(waiting) = p_person or exists (
        select from private.hand_offs where to_id = p_person and key = 'message-waits:' || waiting_id)));
end $$;
revoke all on function private.conversations_of(uuid) from public;

-- A page of the conversations that this person may open, newest first. `before` is where the previous page ended.
create function public.team_conversations(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  page_size constant integer := 50;
  is_coach constant boolean := person.role = 'coach';
  coaches constant uuid[] := case when is_coach then private.coaches_covered_by(person.id) end;
  others constant uuid[] := case when is_coach then private.other_patients_open_to(person.id) end;
  is_search constant boolean := private.search_conditions(p_query ->> 'search') is not null;
  found constant uuid[] := case when is_search
    then private.find_patients(jsonb_build_object('search', p_query ->> 'search'), coaches, others, false, true, 1000, 0) end;
  searched constant uuid[] := case when is_search
    then array(select thread_id from private.conversations where user_id = any (found)) end;
  show constant text := coalesce(p_query ->> 'show', 'needs-reply');
  mine constant uuid[] := case when show = 'mine' then private.conversations_of(person.id) end;
  before_at constant timestamptz := coalesce(split_part(p_query ->> 'before', '~', 1)::timestamptz, 'infinity');
  before_id constant uuid := coalesce(split_part(p_query ->> 'before', '~', 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page private.conversations[];
begin
  -- Executed as text, because PostgreSQL uses a filter's index only if it knows which filters are set.
  execute $query$
    select array(
      select listed from private.conversations as listed
      join private.patient_directory as patient on patient.id = listed.user_id
      left join public.messages as waiting on waiting.id = listed.waiting_id
      where (listed.last_at, listed.thread_id) < ($1, $2) and patient.is_open
        and ($3 is null or listed.thread_id = any ($3))
        and ($4 is null or listed.thread_id = any ($4))
        and ($5 <> 'needs-reply' or listed.waiting_id is not null)
        and ($6 is null or patient.coach_id = any ($6) or patient.id = any ($7)
          or waiting.id is not null and private.is_message_for($8, waiting))
      order by listed.last_at desc, listed.thread_id desc limit $9)
    $query$
  into page using before_at, before_id, searched, mine, show, coaches, others, person.id, page_size + 1;
  perform private.audit_reads('{messages}', array(
    select distinct user_id from unnest(page) with ordinality as shown where ordinality <= page_size));
  return jsonb_build_object(
    'conversations', private.listed_conversations(person, array(
      select thread_id from unnest(page) with ordinality as shown where ordinality <= page_size)),
    'next', case when cardinality(page) > page_size
      then to_char(page[page_size].last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || page[page_size].thread_id end);
end $$;
revoke all on function public.team_conversations(uuid, uuid, text[], text[], jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_conversations(uuid, uuid, text[], text[], jsonb, boolean) to service_role;
