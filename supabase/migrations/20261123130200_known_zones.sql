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

-- What is there already and is no place goes: the zone of the last test or call counts then.
alter table public.customers disable trigger user;
update public.customers set reminder_zone = null where not private.is_time_zone(reminder_zone);
alter table public.customers enable trigger user;
alter table public.customers add constraint reminder_zone_is_known check (private.is_time_zone(reminder_zone));
