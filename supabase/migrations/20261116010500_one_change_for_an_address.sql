-- Two patients who moved to the same address at once had their codes in the same mailbox, and whoever typed the other's
-- code was given the other's session. One change for an address at a time: the first to begin, until its codes run out.

-- As is_usable_address(text), and nobody else's change to it is under way. Codes work for ten minutes (otp_expiry in
-- supabase/config.toml, CODE_MINUTES in server/auth).
create function private.is_usable_address(p_email text, p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_usable_address(p_email) and not exists (
    select from auth.users
    where lower(email_change) = p_email and id <> p_user_id and email_change_sent_at > now() - interval '10 minutes')
$$;
revoke all on function private.is_usable_address(text, uuid) from public, anon, authenticated, service_role;

create or replace function private.ask_email_change(p_user_id uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
begin
  if exists (select from private.email_change_tries
    where user_id = p_user_id and granted_email = p_email and granted_until > now()) then
    return jsonb_build_object('usable', private.is_usable_address(p_email, p_user_id), 'wait', 0);
  end if;
  -- The auth service sends once a minute; what it would refuse is no try.
  select ceil(extract(epoch from email_change_sent_at + interval '1 minute' - now())) into wait
  from auth.users where id = p_user_id and email_change_sent_at > now() - interval '1 minute';
  wait := coalesce(wait, private.take_email_change_try(p_user_id));
  if wait > 0 or not private.is_usable_address(p_email, p_user_id) then
    return jsonb_build_object('usable', false, 'wait', wait);
  end if;
  update private.email_change_tries set granted_email = p_email, granted_until = now() + interval '10 minutes'
  where user_id = p_user_id;
  return jsonb_build_object('usable', true, 'wait', 0);
end $$;

create or replace function private.begin_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Of two who begin at once the second waits here, and then sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('email change to ' || lower(new.email_change), 0));
  if not private.is_usable_address(lower(new.email_change), new.id) or not exists (
    select from public.customers join public.invitations on invitations.email = customer_email
    where user_id = new.id and revoked_at is null
  ) then
    raise exception using errcode = 'PT422', message = 'This address cannot be used.';
  end if;
  update private.email_change_tries set granted_email = null, granted_until = null
  where user_id = new.id and granted_email = lower(new.email_change) and granted_until > now();
  if not found and private.take_email_change_try(new.id) > 0 then
    raise exception using errcode = 'PT429', message = 'The address was changed too often today.';
  end if;
  return new;
end $$;
