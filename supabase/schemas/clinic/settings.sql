-- What a clinic says about itself. Administrators set it on the page 'Clinic'. Everyone may read it; the sign-in page does.
-- domain/clinic/settings.ts knows the names and checks the values.
create table public.clinic_settings (
  name text primary key constraint clinic_settings_name_ends check (name ~ '^[a-zA-Z]{1,40}$'),
  -- Null: the clinic selected the default, and the environment's value no longer counts.
  value text constraint clinic_settings_value_ends check (length(value) between 1 and 500),
  changed_at timestamptz not null default now(),
  constraint idle_minutes_ends check (name <> 'idleMinutes' or value ~ '^([5-9]|[12][0-9]|30)$'),
  constraint clinic_time_zone_is_known check (name <> 'clinicTimeZone' or value is null or private.is_time_zone(value))
);
alter table public.clinic_settings enable row level security;
revoke all on public.clinic_settings from anon, authenticated, service_role;
grant select on public.clinic_settings to anon, authenticated, service_role;
create policy "Everyone reads what the clinic says about itself" on public.clinic_settings
  for select to anon, authenticated using (true);

-- What administrators changed in the last day, so that the access log can offer to undo it. Everyone may read these values anyway.
create table private.clinic_setting_changes (
  id bigint generated always as identity primary key,
  name text not null references public.clinic_settings on delete cascade,
  before text constraint before_ends check (length(before) <= 500),
  value text constraint value_ends check (length(value) <= 500),
  -- Those of the access log's line.
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  actor_id uuid not null references public.care_team on delete cascade,
  at timestamptz not null default now()
);
alter table private.clinic_setting_changes alter column actor_id set statistics 0;
alter table private.clinic_setting_changes enable row level security;
revoke all on private.clinic_setting_changes from public, anon, authenticated, service_role;
create index clinic_setting_changes_of_setting on private.clinic_setting_changes (name, id desc);
create index clinic_setting_changes_of_person on private.clinic_setting_changes (actor_id);

-- The change behind a line of the access log while it can be undone: for a day, until the setting changes again.
create function private.undoable_change(p_line public.audit_log) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('name', change.name, 'before', change.before, 'value', change.value)
    from private.clinic_setting_changes as change
    join public.clinic_settings as setting using (name)
    where change.at = p_line.at and change.kind = p_line.kind and change.actor_id = p_line.actor_id
      and change.at > now() - interval '1 day' and setting.value is not distinct from change.value
      and not exists (
        select from private.clinic_setting_changes as later where later.name = change.name and later.id > change.id));
end $$;

-- The environment's values count at the first start only. Values that are already set stay.
create function public.keep_first_settings(p_values jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.clinic_settings (name, value) select key, value from jsonb_each_text(p_values)
  on conflict (name) do nothing
$$;
revoke all on function public.keep_first_settings(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.keep_first_settings(jsonb) to service_role;

create function public.team_clinic(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return jsonb_build_object('settings', (
    select coalesce(jsonb_object_agg(name, value), '{}') from public.clinic_settings where value is not null));
end $$;
revoke all on function public.team_clinic(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_clinic(uuid, uuid, text[], text[]) to service_role;

-- Each change names the value its writer saw. If two administrators change the same setting, the second is refused.
create function public.team_set_clinic(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_changes jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  change record;
begin
  if earlier is not null then
    return earlier;
  end if;
  lock table public.clinic_settings in share row exclusive mode;
  delete from private.clinic_setting_changes where at < now() - interval '1 day';
  for change in
    select asked.*, kept.value as now from jsonb_to_recordset(p_changes) as asked (name text, kind text, before text, value text)
    left join public.clinic_settings as kept on kept.name = asked.name order by asked.name
  loop
    if change.before is distinct from change.now then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague changed these settings. Check them and save again.');
    end if;
    if change.name = 'clinicTimeZone' and not private.is_time_zone(change.value) then
      perform private.refuse_team('PT400', 'invalid_input', 'Enter a time zone, such as America/New_York');
    end if;
    insert into public.clinic_settings (name, value) values (change.name, change.value)
    on conflict (name) do update set value = excluded.value, changed_at = now();
    insert into private.clinic_setting_changes (name, before, value, kind, actor_id)
    values (change.name, change.before, change.value, change.kind, person.id);
    perform private.add_audit_line('update', change.kind, person.id, person.id);
  end loop;
  return private.keep_answer(p_request, jsonb_build_object('settings', (
    select coalesce(jsonb_object_agg(name, value), '{}') from public.clinic_settings where value is not null)));
end $$;
revoke all on function public.team_set_clinic(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_set_clinic(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;
