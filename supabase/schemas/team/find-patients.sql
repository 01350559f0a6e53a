-- Finds patients in the directory by the list's filters, by words, or by both.

-- Typed search text in the directory's form: '(212) 555-0100' becomes digits, '3/5/1990' becomes 1990-03-05, and a comma separates names.
create function private.search_words(p_search text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  typed constant text := trim(coalesce(p_search, ''));
begin
  if typed ~ '^[+(]?[0-9][0-9().+ -]{3,}$' and typed !~ '^[0-9]{4}-[0-9]{1,2}(-|$)' then
    return regexp_replace(typed, '\D', '', 'g');
  end if;
  return regexp_replace(
    regexp_replace(replace(typed, ',', ' '), '\m([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})\M', '\3-0\1-0\2', 'g'),
    '\m([0-9]{4})-0*([0-9]{2}|0[0-9])-0*([0-9]{2}|0[0-9])\M', '\1-\2-\3', 'g');
end $$;

-- A pattern for each word of a search; null without a word.
create function private.search_patterns(p_search text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return nullif(array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(private.unaccented(private.search_words(p_search)), '\s+') as word where word <> ''), '{}');
end $$;

-- One condition for each word, because the trigram index does not support `like all`; null without a word.
create function private.search_conditions(p_search text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (select string_agg(format('search_text like %L', pattern), ' and ') from unnest(private.search_patterns(p_search)) as pattern);
end $$;

-- The coach in a list's filter. The nil UUID means unassigned.
create function private.coach_in_query(p_query jsonb) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_query ->> 'coach' = 'none' then '00000000-0000-0000-0000-000000000000' else (p_query ->> 'coach')::uuid end;
end $$;

-- Every sort order except by name reveals health data or when someone has a call.
create function private.list_order(p_query jsonb) returns text
language sql immutable set search_path = '' as $$
  select case p_query ->> 'sort'
    when 'last-log' then 'last_log_at desc nulls last, sort_name, id'
    when 'next-call' then 'next_call_at, sort_name, id'
    when 'attention' then 'is_urgent desc, items desc, sort_name, id'
    else 'sort_name, id' end
$$;

-- The patients that a list shows, in its order. For a coach, p_coaches has the coaches whose patients they care for, p_others single patients,
-- and p_only_own leaves out all others; for everyone else both are null. A coach finds a colleague's patient by name, not by address.
-- Executed as text, because PostgreSQL uses a filter's index only if it knows which filters are set.
create function private.find_patients(p_query jsonb, p_coaches uuid[], p_others uuid[], p_only_own boolean, p_only_open boolean,
  p_limit integer, p_offset bigint) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  found uuid[];
begin
  execute format($query$
    select array(
      select id from private.patient_directory
      where ($1 is null or stage = $1) and ($2 is null or cycle = $2) and ($3 is null or status = $3) and ($4 is null or coach_id = $4)
        and (not $5 or coach_id = any ($6) or id = any ($7))
        and (not $8 or is_open)
        and (not $12 or items > 0)
        and %s
        and ($9 is null or $6 is null or not is_open or coach_id = any ($6) or id = any ($7) or name = email or sort_name like all ($9))
      order by %s limit $10 offset $11)
    $query$, coalesce(private.search_conditions(p_query ->> 'search'), 'true'), private.list_order(p_query))
  into found
  using (p_query ->> 'stage')::integer, (p_query ->> 'cycle')::integer, p_query ->> 'status', private.coach_in_query(p_query),
    p_only_own, p_coaches, p_others, p_only_open, private.search_patterns(p_query ->> 'search'), p_limit, p_offset, p_query ? 'attention';
  return found;
end $$;

-- How many patients the filters find, from the directory's counts.
create function private.count_patients(p_query jsonb, p_coaches uuid[], p_others uuid[], p_only_own boolean) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  asked_stage constant integer := (p_query ->> 'stage')::integer;
  asked_cycle constant integer := (p_query ->> 'cycle')::integer;
  asked_status constant text := p_query ->> 'status';
  asked_coach constant uuid := private.coach_in_query(p_query);
begin
  perform private.fold_counts();
  return (
    select coalesce(sum(patients), 0)
    from (
      select stage, cycle, status, coach_id, patients from private.directory_counts
      where not p_only_own or coach_id = any (p_coaches)
      union all
      select stage, cycle, status, coach_id, 1 from private.patient_directory
      where p_only_own and id = any (p_others) and coach_id <> all (p_coaches)) as counted
    where (asked_stage is null or stage = asked_stage) and (asked_cycle is null or cycle = asked_cycle)
      and (asked_status is null or status = asked_status) and (asked_coach is null or coach_id = asked_coach));
end $$;
