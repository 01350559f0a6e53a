-- Saved replies: the clinic's own, which administrators write on the page 'Clinic', and a person's own, written on 'Your account'. They
-- mention no patient.
create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  -- The owner; null for the clinic's replies.
  person_id uuid references public.care_team on delete cascade,
  name text not null check (length(name) between 1 and 100 and private.is_plain_line(name)),
  text text not null check (length(text) between 1 and 4000),
  version integer not null default 1,
  changed_at timestamptz not null default now()
);
alter table public.saved_replies enable row level security;
revoke all on public.saved_replies from anon, authenticated, service_role;
create unique index saved_replies_by_name on public.saved_replies (person_id, lower(name)) nulls not distinct;

create function private.listed_replies(p_owner uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'text', text, 'version', version) order by lower(name)), '[]')
    from public.saved_replies where person_id is not distinct from p_owner);
end $$;
revoke all on function private.listed_replies(uuid) from public;

create function public.team_replies(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return jsonb_build_object('clinic', private.listed_replies(null), 'own', private.listed_replies(person.id));
end $$;
revoke all on function public.team_replies(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_replies(uuid, uuid, text[], text[]) to service_role;

-- Administrators write the clinic's replies, coaches and clinicians their own. A change names the version that its writer saw.
create function public.team_change_reply(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  owner constant uuid := case when person.role <> 'administrator' then person.id end;
  reply constant uuid := (p_act ->> 'id')::uuid;
  max_replies constant integer := 100;
begin
  if earlier is not null then
    return earlier;
  end if;
  lock table public.saved_replies in share row exclusive mode;
  if exists (
    select from public.saved_replies
    where person_id is not distinct from owner and lower(name) = lower(p_act ->> 'name') and id is distinct from reply) then
    perform private.refuse_team('PT400', 'invalid_input', 'name: Another saved reply has this name');
  elsif reply is null and (select count(*) from public.saved_replies where person_id is not distinct from owner) >= max_replies then
    perform private.refuse_team('PT400', 'invalid_input', 'name: Remove a saved reply before you add another');
  end if;
  case p_act ->> 'action'
    when 'add' then
      insert into public.saved_replies (person_id, name, text) values (owner, p_act ->> 'name', p_act ->> 'text');
    when 'save' then
      update public.saved_replies set name = p_act ->> 'name', text = p_act ->> 'text', version = version + 1, changed_at = now()
      where id = reply and person_id is not distinct from owner and version = (p_act ->> 'version')::integer;
    else
      delete from public.saved_replies
      where id = reply and person_id is not distinct from owner and version = (p_act ->> 'version')::integer;
  end case;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This saved reply was changed meanwhile. Open it again.');
  end if;
  perform private.add_audit_line(
    case p_act ->> 'action' when 'add' then 'insert' when 'save' then 'update' else 'delete' end,
    'team_saved_reply', person.id, person.id);
  return private.keep_answer(p_request,
    jsonb_build_object('clinic', private.listed_replies(null), 'own', private.listed_replies(person.id)));
end $$;
revoke all on function public.team_change_reply(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_reply(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;
