-- Secret addresses where calendar apps (Google, Outlook, Apple) read one person's own calls. Only a hash of each secret is stored, so an
-- address is shown only once. A person has one address at a time.
create table private.calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.customers on delete cascade,
  person_id uuid unique references public.care_team on delete cascade,
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  -- When a calendar app last read it, to the quarter hour.
  read_at timestamptz,
  check (num_nonnulls(user_id, person_id) = 1)
);
-- Keeps the owners out of the planner's statistics.
alter table private.calendar_feeds alter column user_id set statistics 0;
alter table private.calendar_feeds enable row level security;
revoke all on private.calendar_feeds from public, anon, authenticated, service_role;

create function private.calendar_feed_of(p_owner uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('madeAt', made_at, 'readAt', read_at) from private.calendar_feeds where p_owner in (user_id, person_id));
end $$;
revoke all on function private.calendar_feed_of(uuid) from public;

-- A new secret ends the previous one, and null ends the feed. Repeating it is harmless.
create function private.change_calendar_feed(p_user uuid, p_person uuid, p_secret_hash text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner constant uuid := coalesce(p_user, p_person);
  had boolean;
begin
  delete from private.calendar_feeds where user_id = p_user or person_id = p_person;
  had := found;
  if p_secret_hash is not null then
    insert into private.calendar_feeds (user_id, person_id, secret_hash) values (p_user, p_person, p_secret_hash);
  end if;
  if had or p_secret_hash is not null then
    perform private.add_audit_line(case when p_secret_hash is null then 'delete' when had then 'update' else 'insert' end,
      case when p_user is null then 'team_calendar_feed' else 'calendar_feed' end, owner, owner);
  end if;
end $$;
revoke all on function private.change_calendar_feed(uuid, uuid, text) from public;

create function public.own_calendar_feed(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.calendar_feed_of(p_user)
$$;
revoke all on function public.own_calendar_feed(uuid) from public, anon, authenticated, service_role;
grant execute on function public.own_calendar_feed(uuid) to service_role;

create function public.change_own_calendar_feed(p_user uuid, p_secret_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  -- If two requests arrive at the same time, the second one wins.
  perform from public.customers where user_id = p_user for no key update;
  perform private.change_calendar_feed(p_user, null, p_secret_hash);
  return private.calendar_feed_of(p_user);
end $$;
revoke all on function public.change_own_calendar_feed(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.change_own_calendar_feed(uuid, text) to service_role;

create function public.team_own_calendar(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return private.own_calendar(person.id);
end $$;
revoke all on function public.team_own_calendar(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_own_calendar(uuid, uuid, text[], text[]) to service_role;

-- Stores no answer for repeats, because it would contain the secret. A repeat makes a new address.
create function public.team_change_calendar_feed(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_secret_hash text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  perform from public.care_team where id = person.id for no key update;
  perform private.change_calendar_feed(null, person.id, p_secret_hash);
  return private.own_calendar(person.id);
end $$;
revoke all on function public.team_change_calendar_feed(uuid, uuid, text[], text[], text) from public, anon, authenticated, service_role;
grant execute on function public.team_change_calendar_feed(uuid, uuid, text[], text[], text) to service_role;

-- The calls behind an address: times and nothing else. Null if there is none, and for a person who may no longer enter the portal or the
-- workspace. Moments are milliseconds since 1970.
create function public.calendar_feed_calls(p_secret_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  feed private.calendar_feeds;
begin
  select * into feed from private.calendar_feeds
  where secret_hash = p_secret_hash and (
    exists (
      select from public.customers join public.invitations on invitations.email = customers.customer_email
      where customers.user_id = calendar_feeds.user_id and invitations.revoked_at is null and privacy_policy_accepted and data_usage_consent)
    or exists (
      select from public.care_team where id = person_id and role in ('coach', 'clinician') and private.is_member(care_team)));
  if not found then
    return null;
  end if;
  update private.calendar_feeds set read_at = now()
  where id = feed.id and read_at > now() - interval '15 minutes' is not true;
  return jsonb_build_object('isTeam', feed.user_id is null, 'calls', (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'startsAt', date_part('epoch', starts_at) * 1000,
      'endsAt', date_part('epoch', ends_at) * 1000, 'sequence', sequence) order by starts_at), '[]')
    from public.appointments
    where (user_id = feed.user_id or host_id = feed.person_id) and status = 'booked' and ends_at > now() - interval '90 days'));
end $$;
revoke all on function public.calendar_feed_calls(text) from public, anon, authenticated, service_role;
grant execute on function public.calendar_feed_calls(text) to service_role;

-- What ends a person's access ends their feed for good, so its address doesn't work again when they come back. A team member's own calendar
-- is no longer read.
create function private.end_calendars() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'care_team' then
    delete from private.calendar_feeds where person_id = new.id;
    delete from private.busy_calendars where person_id = new.id;
  elsif tg_table_name = 'customers' then
    delete from private.calendar_feeds where user_id = new.user_id;
  else
    delete from private.calendar_feeds where user_id in (select user_id from public.customers where customer_email = old.email);
  end if;
  return null;
end $$;
revoke all on function private.end_calendars() from public;

create trigger end_calendars after update of deactivated_at, role on public.care_team
  for each row when (new.deactivated_at is not null or new.role = 'administrator') execute function private.end_calendars();

create trigger end_calendars after update of privacy_policy_accepted, data_usage_consent on public.customers
  for each row when (not (new.privacy_policy_accepted and new.data_usage_consent)) execute function private.end_calendars();

create trigger end_calendars_when_revoked after update of revoked_at on public.invitations
  for each row when (new.revoked_at is not null) execute function private.end_calendars();

create trigger end_calendars_when_deleted after delete on public.invitations
  for each row execute function private.end_calendars();
