-- The patient's zone, as they, their browser or staff said. Null while unknown: it is never guessed.
create function private.zone_of_patient(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select time_zone from public.customers where user_id = p_user);
end $$;

-- The zone that an administrator set; null until then.
create function private.clinic_zone() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select value from public.clinic_settings where name = 'clinicTimeZone');
end $$;

-- For the clinic's days and times. Until an administrator sets a zone, it is an American one, never UTC (domain/time/zone.ts).
create function private.zone_of_clinic() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.clinic_zone(), 'America/New_York');
end $$;
grant execute on function private.zone_of_clinic() to authenticated, service_role;

-- The day of a moment in the patient's zone, so that a colleague in another zone reads the same day. Null without a moment; the clinic's day
-- if the database does not know the zone.
create function private.day_at(p_at timestamptz, p_zone text) returns date
language plpgsql stable set search_path = '' as $$
begin
  return (p_at at time zone p_zone)::date;
exception when invalid_parameter_value then
  return (p_at at time zone private.zone_of_clinic())::date;
end $$;
grant execute on function private.day_at(timestamptz, text) to authenticated;

-- The zone for this patient's days and times: theirs, else the clinic's.
create function private.known_zone(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.zone_of_patient(p_user), private.zone_of_clinic());
end $$;

-- The same for functions. A zone that the patient selected wins over their device's.
create function public.zone_for_patient(p_user uuid, p_device text default null) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select time_zone from public.customers where user_id = p_user and time_zone_by = 'patient'), p_device, private.known_zone(p_user));
end $$;
revoke all on function public.zone_for_patient(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.zone_for_patient(uuid, text) to service_role;

-- Where no one lives: browsers that hide where they are report these (domain/time/place.ts).
create function private.is_no_place(p_zone text) returns boolean
language sql immutable set search_path = '' as $$
  select p_zone ~* '^(Etc/.+|UTC|UCT|GMT|GMT[+-]?0|Greenwich|Universal|Zulu)$'
$$;
revoke all on function private.is_no_place(text) from public;

-- The portal reports its browser's zone when it changes. A zone selected on My Account stays; null there follows the browser again.
-- A browser that does not know where it is changes nothing.
create function public.keep_my_time_zone(p_zone text, p_chosen boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_access() then
    raise exception using errcode = '42501', message = 'not_allowed';
  end if;
  if not p_chosen and private.is_no_place(p_zone) then
    return;
  end if;
  update public.customers
  set time_zone = coalesce(p_zone, time_zone), time_zone_by = case when p_chosen and p_zone is not null then 'patient' else 'browser' end
  where user_id = auth.uid() and (p_chosen or time_zone_by is distinct from 'patient')
    and (time_zone, time_zone_by) is distinct from
      (coalesce(p_zone, time_zone), case when p_chosen and p_zone is not null then 'patient' else 'browser' end);
end $$;
revoke all on function public.keep_my_time_zone(text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.keep_my_time_zone(text, boolean) to authenticated;

-- Whether both the database and the browser know this zone; any other text would break what the care team's pages compute with it.
-- PostgreSQL also accepts abbreviations and offsets, which browsers don't, so this looks the name up in the list of zones.
create function private.is_time_zone(p_zone text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if p_zone !~ '^[A-Za-z_]+(/[A-Za-z_-]+){1,2}$' and p_zone !~* '^Etc/GMT(0|\+(\d|1[0-2])|-(\d|1[0-4]))$'
    and lower(p_zone) <> all ('{utc,gmt,gmt0,gmt+0,gmt-0,uct,cet,eet,met,wet,est,mst,hst,est5edt,cst6cdt,mst7mdt,pst8pdt,cuba,egypt,eire,gb,'
      'gb-eire,greenwich,hongkong,iceland,iran,israel,jamaica,japan,kwajalein,libya,nz,nz-chat,navajo,prc,poland,portugal,'
      'roc,rok,singapore,turkey,universal,w-su,zulu}'::text[])
    or p_zone ~* '^(posix|right)/' then
    return false;
  end if;
  perform now() at time zone p_zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
revoke all on function private.is_time_zone(text) from public;
grant execute on function private.is_time_zone(text) to authenticated, service_role;
