create index conversations_of_writer on private.conversations (replied_by);

CREATE OR REPLACE FUNCTION public.team_conversations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.conversations_of(p_person uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function private.conversations_of(uuid) from public, anon, authenticated, service_role;
