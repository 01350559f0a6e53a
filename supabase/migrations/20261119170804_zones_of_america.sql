CREATE OR REPLACE FUNCTION private.moment_in_words(p_zone text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_char(now() at time zone p_zone, 'FMDay, FMMonth FMDD, YYYY, "at" FMHH12:MI am ') || private.zone_words(p_zone)
$function$
;

CREATE OR REPLACE FUNCTION private.zone_words(p_zone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_zone = any ('{America/New_York,America/Detroit,America/Indianapolis,America/Louisville,America/Toronto,America/Nassau,'
      'America/Kentucky/Louisville,America/Kentucky/Monticello,America/Indiana/Indianapolis,America/Indiana/Marengo,'
      'America/Indiana/Petersburg,America/Indiana/Vevay,America/Indiana/Vincennes,America/Indiana/Winamac,America/Iqaluit,'
      'America/Grand_Turk,America/Port-au-Prince}') then 'Eastern Time'
    when p_zone = any ('{America/Chicago,America/Menominee,America/Indiana/Knox,America/Indiana/Tell_City,America/Winnipeg,'
      'America/North_Dakota/Beulah,America/North_Dakota/Center,America/North_Dakota/New_Salem,America/Rankin_Inlet,America/Resolute,'
      'America/Matamoros,America/Ojinaga}') then 'Central Time'
    when p_zone = any ('{America/Denver,America/Boise,America/Cambridge_Bay,America/Inuvik,America/Ciudad_Juarez}') then 'Mountain Time'
    when p_zone = any ('{America/Phoenix,America/Creston,America/Dawson_Creek,America/Fort_Nelson}') then 'Mountain Standard Time'
    when p_zone = any ('{America/Los_Angeles,America/Tijuana}') then 'Pacific Time'
    when p_zone = any ('{America/Anchorage,America/Juneau,America/Metlakatla,America/Nome,America/Sitka,America/Yakutat}') then 'Alaska Time'
    when p_zone = 'America/Adak' then 'Hawaii-Aleutian Time'
    when p_zone = 'Pacific/Honolulu' then 'Hawaii-Aleutian Standard Time'
    else replace(regexp_replace(p_zone, '^.*/', ''), '_', ' ') || ' time'
  end
$function$
;
