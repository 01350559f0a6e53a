create function private.zone_words(p_zone text) returns text
language sql immutable set search_path = '' as $$
  select case p_zone
    when 'America/New_York' then 'Eastern Time'
    when 'America/Chicago' then 'Central Time'
    when 'America/Denver' then 'Mountain Time'
    when 'America/Phoenix' then 'Mountain Standard Time'
    when 'America/Los_Angeles' then 'Pacific Time'
    when 'America/Anchorage' then 'Alaska Time'
    when 'Pacific/Honolulu' then 'Hawaii-Aleutian Standard Time'
    else replace(regexp_replace(p_zone, '^.*/', ''), '_', ' ') || ' time'
  end
$$;
revoke all on function private.zone_words(text) from public;

create or replace function private.moment_in_words(p_zone text) returns text
language sql stable set search_path = '' as $$
  select to_char(now() at time zone p_zone, 'FMDay, FMMonth FMDD, YYYY, "at" FMHH12:MI am') || ' (' || private.zone_words(p_zone) || ')'
$$;
