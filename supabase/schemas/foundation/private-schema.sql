-- Schema private: tables and functions that no API exposes. Triggers, policies and constraints that run in a caller's role
-- look their functions up by name, so these roles may use the schema; what they may execute is granted function by function.
create schema if not exists private;

revoke all on schema private from public;

grant usage on schema private to anon, authenticated, service_role;

-- Names, titles and phone numbers appear in email headers, calendars, texts and lists. Each is one line without control, invisible or
-- direction-changing characters. domain/contracts/fields/plain-line.ts has the same list and says why.
create function private.is_plain_line(line text) returns boolean
language sql immutable set search_path = '' as $$
  select line !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]'
$$;
grant execute on function private.is_plain_line(text) to authenticated, service_role;

-- Who offers appointments and when, and the appointments that are booked. PostgreSQL itself never lets two overlap.
create extension if not exists btree_gist with schema extensions;

-- The care team's list of patients: one row for each, which triggers make from the record. So a page of fifty, a filter and a search are
-- as fast among a million patients as among a thousand. It has no facts of its own.
create extension if not exists pg_trgm with schema extensions;

create extension if not exists unaccent with schema extensions;

-- A name as people type it without accents. unaccent itself is only stable, because its rules could be changed.
create function private.unaccented(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return lower(extensions.unaccent('extensions.unaccent'::regdictionary, normalize(p_text, NFKC)));
end $$;

-- A mistake can be undone for a day; domain/results/correction.ts has the same rule.
create function private.undone_since() returns timestamptz
language sql stable set search_path = '' as $$
  select now() - interval '24 hours'
$$;
grant execute on function private.undone_since() to authenticated;
