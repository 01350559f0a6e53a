CREATE OR REPLACE FUNCTION private.kept_before(p_message public.messages)
 RETURNS TABLE(person_id uuid, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select kept.person_id, kept.at
  from (
    (select reply.person_id, reply.created_at as at, private.answered_for_every_coach(reply) as is_theirs from public.messages as reply
      where reply.user_id = p_message.user_id and reply.thread_id = p_message.thread_id and reply.sender = 'team'
        and reply.place < p_message.place
      order by reply.place desc limit 1)
    union all
    (select handed.to_id, handed.decided_at, true from public.attention_decisions as handed
      where handed.user_id = p_message.user_id and handed.decision = 'hand-over' and handed.decided_at < p_message.created_at
        and handed.decided_at > p_message.created_at - interval '24 hours'
        and exists (select from public.messages as own
          where own.thread_id = p_message.thread_id and 'message-waits:' || own.id = handed.key)
        -- Someone else has decided since: the hand-off is over.
        and not exists (select from public.attention_decisions as later
          where later.key = handed.key and later.version > handed.version and later.person_id <> handed.to_id)
      order by handed.decided_at desc limit 1)) as kept
  join public.care_team as member on member.id = kept.person_id
  where private.is_member(member)
    and (member.role = 'clinician' or member.role = 'coach' and (kept.is_theirs or private.cares_for(member.id, p_message.user_id)))
    and not exists (select from public.absences where host_id = member.id and starts_at <= now() and ends_at > now());
end $function$
;

CREATE OR REPLACE FUNCTION private.answered_for_every_coach(p_reply public.messages)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.messages as asked
    where asked.user_id = p_reply.user_id and asked.thread_id = p_reply.thread_id and asked.sender = 'patient'
      and asked.place < p_reply.place and p_reply.created_at >= asked.created_at + (asked.due_at - asked.created_at) / 2
      and not exists (select from public.messages as between_them
        where between_them.user_id = asked.user_id and between_them.thread_id = asked.thread_id and between_them.sender = 'team'
          and between_them.place > asked.place and between_them.place < p_reply.place));
end $function$
;

revoke all on function private.answered_for_every_coach(public.messages) from public, anon, authenticated, service_role;
