-- The busy times of a team member's own calendar, whose address they enter on 'Your account'. It is read every 15 minutes, and only the busy
-- times are stored. A calendar that cannot be read blocks nothing.
create table private.busy_calendars (
  person_id uuid primary key references public.care_team on delete cascade,
  -- Anyone who has the address can read the calendar, so it is never shown again.
  address text not null check (length(address) between 12 and 2000 and address like 'https://%'),
  connected_at timestamptz not null default now(),
  ask_after timestamptz not null default now() + interval '15 minutes',
  lease uuid,
  read_at timestamptz,
  -- Why the last try failed (domain/booking/busy-problems.ts), and since when every try has failed.
  problem text check (length(problem) between 1 and 40),
  failing_since timestamptz,
  skipped integer not null default 0,
  constraint problem_has_its_time check ((problem is null) = (failing_since is null))
);
alter table private.busy_calendars enable row level security;
revoke all on private.busy_calendars from public, anon, authenticated, service_role;
create index busy_calendars_due on private.busy_calendars (ask_after);

create table private.busy_times (
  person_id uuid not null references private.busy_calendars on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (person_id, starts_at)
);
alter table private.busy_times enable row level security;
revoke all on private.busy_times from public, anon, authenticated, service_role;
create index busy_times_by_end on private.busy_times (person_id, ends_at);

create function private.busy_calendar_of(p_person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('host', substring(address from '^https://([^/?#]+)'), 'readAt', read_at, 'problem', problem,
      'failingSince', failing_since, 'skipped', skipped)
    from private.busy_calendars where person_id = p_person);
end $$;
revoke all on function private.busy_calendar_of(uuid) from public;

-- Bookings lock the person's row too, so each sees the busy times from either before or after this change.
create function private.set_busy_times(p_person uuid, p_times jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.care_team where id = p_person for no key update;
  delete from private.busy_times where person_id = p_person;
  insert into private.busy_times (person_id, starts_at, ends_at)
  select p_person, (span ->> 'from')::timestamptz, (span ->> 'until')::timestamptz from jsonb_array_elements(p_times) as span;
  perform private.publish_to_team();
end $$;
revoke all on function private.set_busy_times(uuid, jsonb) from public;

-- Leases the next calendar that is due. It is not read again for 15 minutes, even if this try fails.
create function public.lease_busy_calendar(p_seconds integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  due private.busy_calendars;
begin
  select busy_calendars.* into due from private.busy_calendars join public.care_team on id = person_id
  where ask_after <= now() and private.is_member(care_team) order by ask_after limit 1 for update of busy_calendars skip locked;
  if not found then
    return null;
  end if;
  update private.busy_calendars set ask_after = now() + interval '15 minutes', lease = gen_random_uuid()
  where person_id = due.person_id returning * into due;
  return (
    select jsonb_build_object('person', due.person_id, 'address', due.address, 'lease', due.lease, 'zone', time_zone)
    from public.care_team where id = due.person_id);
end $$;
revoke all on function public.lease_busy_calendar(integer) from public, anon, authenticated, service_role;
grant execute on function public.lease_busy_calendar(integer) to service_role;

-- If the owner has entered another address in the meantime, the lease is gone and nothing is stored.
create function public.settle_busy_calendar(p_person uuid, p_lease uuid, p_problem text, p_skipped integer, p_times jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.busy_calendars set lease = null, problem = p_problem, skipped = p_skipped,
    read_at = case when p_problem is null then now() else read_at end,
    failing_since = case when p_problem is not null then coalesce(failing_since, now()) end
  where person_id = p_person and lease = p_lease;
  if found then
    perform private.set_busy_times(p_person, p_times);
  end if;
end $$;
revoke all on function public.settle_busy_calendar(uuid, uuid, text, integer, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.settle_busy_calendar(uuid, uuid, text, integer, jsonb) to service_role;

-- Connects a calendar that was just read, or disconnects it (null).
create function public.team_connect_calendar(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_address text, p_skipped integer,
  p_times jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  had boolean;
begin
  perform private.set_busy_times(person.id, '[]');
  delete from private.busy_calendars where person_id = person.id;
  had := found;
  if p_address is not null then
    insert into private.busy_calendars (person_id, address, read_at, skipped) values (person.id, p_address, now(), p_skipped);
    perform private.set_busy_times(person.id, p_times);
  end if;
  if had or p_address is not null then
    perform private.add_audit_line(case when p_address is null then 'delete' when had then 'update' else 'insert' end,
      'team_busy_calendar', person.id, person.id);
  end if;
  return private.own_calendar(person.id);
end $$;
revoke all on function public.team_connect_calendar(uuid, uuid, text[], text[], text, integer, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_connect_calendar(uuid, uuid, text[], text[], text, integer, jsonb) to service_role;

create function private.own_calendar(p_person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('feed', private.calendar_feed_of(p_person), 'busy', private.busy_calendar_of(p_person));
end $$;
revoke all on function private.own_calendar(uuid) from public;
