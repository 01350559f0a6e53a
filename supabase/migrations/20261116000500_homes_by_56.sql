-- A provider gives a home up to a /56 of IPv6 addresses, which is 256 times a /64: all of it is one client, however it is
-- written. supabase/functions/_shared/client-address.ts says the same, and a test holds the two together.
create or replace function private.client_of(p_address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  address inet;
begin
  address := regexp_replace(trim(p_address), '^::ffff:(?=[0-9]+[.])', '', 'i');
  return case family(address) when 6 then network(set_masklen(address, 56))::text else host(address) end;
exception when invalid_text_representation then
  return p_address;
end $$;

-- The /48 around a client, which is what a company gets and whoever rents a server: 256 clients, and one holder. Null for
-- everybody else.
create function private.site_of(p_client text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case family(p_client::inet) when 6 then network(set_masklen(p_client::inet, 48))::text end;
exception when invalid_text_representation then
  return null;
end $$;

-- As before, and a /48 has ten times the misses of a client: enough for a company, too few for a list.
create or replace function public.ask_invitation(p_email text, p_client text, p_scale numeric default 1, p_needs_user boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  invited boolean := exists (select from public.invitations where email = lower(p_email) and revoked_at is null)
    and (not p_needs_user or exists (select from auth.users where email = lower(p_email)));
  client text := private.client_of(p_client);
  site text := private.site_of(client);
  few private.limits;
  many private.limits;
  few_of_site private.limits;
  many_of_site private.limits;
  closed_until timestamptz;
begin
  -- Somebody of whom nothing is known is not counted: all of them would be one client.
  if p_client is null then
    return jsonb_build_object('wait', 0, 'invited', invited);
  end if;
  few := private.locked_counter('invitation-misses:' || client, 300);
  many := private.locked_counter('invitation-misses-a-day:' || client, 86400);
  -- Always after the client's own, so that no two wait for each other.
  if site is not null then
    few_of_site := private.locked_counter('invitation-misses:' || site, 300);
    many_of_site := private.locked_counter('invitation-misses-a-day:' || site, 86400);
  end if;
  closed_until := greatest(
    case when few.used >= greatest(1, floor(30 * p_scale)) then few.window_ends_at end,
    case when many.used >= greatest(1, floor(100 * p_scale)) then many.window_ends_at end,
    case when few_of_site.used >= greatest(1, floor(300 * p_scale)) then few_of_site.window_ends_at end,
    case when many_of_site.used >= greatest(1, floor(1000 * p_scale)) then many_of_site.window_ends_at end);
  if closed_until is not null then
    return jsonb_build_object('wait', greatest(1, ceil(extract(epoch from closed_until - now())))::integer);
  end if;
  if not invited then
    update private.limits set used = used + 1 where key in (few.key, many.key, few_of_site.key, many_of_site.key);
  end if;
  return jsonb_build_object('wait', 0, 'invited', invited);
end $$;

revoke all on function private.site_of(text) from public, anon, authenticated, service_role;
