-- The day of a treatment day's timer and of a safety check, as the patient lived it, so that whoever reads them from elsewhere
-- reads the same day.
-- Null where there is no moment, and the day of UTC where the database does not know the zone.
create function private.day_at(p_at timestamptz, p_zone text) returns date
language plpgsql stable set search_path = '' as $$
begin
  return (p_at at time zone p_zone)::date;
exception when invalid_parameter_value then
  return (p_at at time zone 'UTC')::date;
end $$;
grant execute on function private.day_at(timestamptz, text) to authenticated;

-- Where the patient is, as far as we know: at their last test, where they asked to be reminded, or at their last booking.
create function private.zone_of_patient(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select taken_zone from public.test_results where user_id = p_user and taken_zone is not null
      order by created_at desc limit 1),
    (select reminder_zone from public.customers where user_id = p_user),
    (select time_zone from public.appointments where user_id = p_user order by created_at desc limit 1));
end $$;

-- The zone by which this patient's days are counted.
create function private.known_zone(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.zone_of_patient(p_user), 'UTC');
end $$;

-- Where somebody wants to be reminded is a place that the database and the browser both know: any other text would keep the care
-- team from what is computed by it.
-- By its name in the list of places. PostgreSQL itself also takes abbreviations and offsets, which no browser does.
create function private.is_time_zone(p_zone text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if p_zone !~ '^[A-Za-z_]+(/[A-Za-z_-]+){1,2}$' and p_zone !~ '^Etc/GMT([+-]\d{1,2}|0)$'
    and p_zone <> all ('{UTC,GMT,GMT0,UCT,CET,EET,MET,WET,EST,MST,HST,EST5EDT,CST6CDT,MST7MDT,PST8PDT,Cuba,Egypt,Eire,GB,'
      'GB-Eire,Greenwich,Hongkong,Iceland,Iran,Israel,Jamaica,Japan,Kwajalein,Libya,NZ,NZ-CHAT,Navajo,PRC,Poland,Portugal,'
      'ROC,ROK,Singapore,Turkey,Universal,W-SU,Zulu}'::text[])
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
