create table private.calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.customers on delete cascade,
  person_id uuid unique references public.care_team on delete cascade,
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  -- When a calendar last read it, to the quarter hour.
  read_at timestamptz,
  check (num_nonnulls(user_id, person_id) = 1)
);
-- Keeps the owners out of the planner's statistics.
alter table private.calendar_feeds alter column user_id set statistics 0;
alter table private.calendar_feeds enable row level security;
revoke all on private.calendar_feeds from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.calendar_feed_of(p_owner uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('madeAt', made_at, 'readAt', read_at) from private.calendar_feeds where p_owner in (user_id, person_id));
end $function$
;

revoke all on function private.calendar_feed_of(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.change_calendar_feed(p_user uuid, p_person uuid, p_secret_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function private.change_calendar_feed(uuid,uuid,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.calendar_feed_calls(p_secret_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function public.calendar_feed_calls(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.change_own_calendar_feed(p_user uuid, p_secret_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- If two requests arrive together, the later one counts.
  perform from public.customers where user_id = p_user for no key update;
  perform private.change_calendar_feed(p_user, null, p_secret_hash);
  return private.calendar_feed_of(p_user);
end $function$
;

revoke all on function public.change_own_calendar_feed(uuid,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.own_calendar_feed(p_user uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.calendar_feed_of(p_user)
$function$
;

revoke all on function public.own_calendar_feed(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_change_calendar_feed(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_secret_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  perform from public.care_team where id = person.id for no key update;
  perform private.change_calendar_feed(null, person.id, p_secret_hash);
  return jsonb_build_object('feed', private.calendar_feed_of(person.id));
end $function$
;

revoke all on function public.team_change_calendar_feed(uuid,uuid,text[],text[],text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_own_calendar(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return jsonb_build_object('feed', private.calendar_feed_of(person.id));
end $function$
;

revoke all on function public.team_own_calendar(uuid,uuid,text[],text[]) from public, anon, authenticated, service_role;

grant execute on function public.calendar_feed_calls(text) to service_role;

grant execute on function public.change_own_calendar_feed(uuid,text) to service_role;

grant execute on function public.own_calendar_feed(uuid) to service_role;

grant execute on function public.team_change_calendar_feed(uuid,uuid,text[],text[],text) to service_role;

grant execute on function public.team_own_calendar(uuid,uuid,text[],text[]) to service_role;
