-- Note templates: the clinic's own texts, which administrators write on the page 'Clinic'. They mention no patient.
create table public.note_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100 and private.is_plain_line(name)),
  text text not null check (length(text) between 1 and 20000),
  version integer not null default 1,
  changed_at timestamptz not null default now()
);
alter table public.note_templates enable row level security;
revoke all on public.note_templates from anon, authenticated, service_role;
create unique index note_templates_by_name on public.note_templates (lower(name));

create function private.listed_templates() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('templates', (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'text', text, 'version', version) order by lower(name)), '[]')
    from public.note_templates));
end $$;
revoke all on function private.listed_templates() from public;

create function public.team_templates(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return private.listed_templates();
end $$;
revoke all on function public.team_templates(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_templates(uuid, uuid, text[], text[]) to service_role;

-- A change names the version that its writer saw. If two administrators change the same template, the second is refused.
create function public.team_change_template(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  template constant uuid := (p_act ->> 'id')::uuid;
  max_templates constant integer := 100;
begin
  if earlier is not null then
    return earlier;
  end if;
  lock table public.note_templates in share row exclusive mode;
  if exists (select from public.note_templates where lower(name) = lower(p_act ->> 'name') and id is distinct from template) then
    perform private.refuse_team('PT400', 'invalid_input', 'name: Another template has this name');
  elsif template is null and (select count(*) from public.note_templates) >= max_templates then
    perform private.refuse_team('PT400', 'invalid_input', 'name: Remove a template before you add another');
  end if;
  case p_act ->> 'action'
    when 'add' then
      insert into public.note_templates (name, text) values (p_act ->> 'name', p_act ->> 'text');
    when 'save' then
      update public.note_templates set name = p_act ->> 'name', text = p_act ->> 'text', version = version + 1, changed_at = now()
      where id = template and version = (p_act ->> 'version')::integer;
    else
      delete from public.note_templates where id = template and version = (p_act ->> 'version')::integer;
  end case;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague changed this template. Open it again.');
  end if;
  perform private.add_audit_line(
    case p_act ->> 'action' when 'add' then 'insert' when 'save' then 'update' else 'delete' end,
    'team_note_template', person.id, person.id);
  return private.keep_answer(p_request, private.listed_templates());
end $$;
revoke all on function public.team_change_template(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_template(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;
