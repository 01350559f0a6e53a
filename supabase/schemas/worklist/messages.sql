create function private.has_message_for_everybody(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.waiting_messages(p_user) as waiting where private.is_everybodys(waiting));
end $$;

-- Whether this person cares for the patient. An item that was handed off does not count.
create function private.sees_patient(p_person public.care_team, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_open_to_team(p_patient) and (p_person.role <> 'coach' or private.looks_after(p_person.id, p_patient));
end $$;

-- Of those of whom something may be said: what the last look found, or what the rules read where something happened since, or
-- where nobody looked for ten minutes though somebody does each minute. Null where there is nobody.
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
