create function private.has_message_for(p_person uuid, p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.waiting_messages(p_user) as waiting where private.is_message_for(p_person, waiting));
end $$;
revoke all on function private.has_message_for(uuid, uuid) from public;

-- Whether the patient wrote more in this message's thread than the person has read. Today shows a short message whole.
create function private.has_more_to_read(p_person uuid, p_message uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.messages as waiting join public.messages as own using (user_id, thread_id)
    where waiting.id = p_message and own.sender = 'patient'
      and own.place > coalesce((
        select max(place) from public.message_reads as read where read.thread_id = waiting.thread_id and person_id = p_person), 0)
      and not (own.id = p_message and private.first_words(own.text) = private.one_line(own.text)
        and not exists (select from public.message_pictures where message_id = own.id)));
end $$;
revoke all on function private.has_more_to_read(uuid, uuid) from public;

-- Whether this person cares for the patient. An item that was handed to them does not count.
create function private.sees_patient(p_person public.care_team, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_open_to_team(p_patient) and (p_person.role <> 'coach' or private.cares_for(p_person.id, p_patient));
end $$;

-- For patients who may have an item: what the last look found, or the facts for the rules if something happened since, or if no look took
-- place for ten minutes. Null if there are no such patients.
create function private.waiting_among(p_users uuid[]) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  counted json;
  others uuid[];
begin
  select json_agg(json_build_object('id', user_id, 'items', items, 'urgent', is_urgent)) filter (where is_known),
    coalesce(array_agg(user_id) filter (where not is_known), '{}')
  into counted, others
  from (
    select *, items is not null and checked_at > now() - interval '10 minutes' as is_known
    from private.attention_looks where user_id = any (p_users) and look_at <= now()) as looks;
  return case
    when others <> '{}' then json_build_object('counted', coalesce(counted, '[]'),
      'patients', private.attention_rows(others), 'decisions', private.last_decisions(others))
    when counted is not null then json_build_object('counted', counted, 'patients', json '[]', 'decisions', json '[]') end;
end $$;
