-- A patient changes their own address, with a code from both mailboxes. The auth service (GoTrue on Supabase, ours elsewhere) sends the
-- codes and writes auth.users. Everything else that depends on the address changes here, in the same transaction.
-- Five tries a day, and the address of the last counted one: the portal asks here first, then the auth service starts the change.
create table private.email_change_tries (
  user_id uuid primary key references auth.users on delete cascade,
  used integer not null,
  window_ends_at timestamptz not null,
  granted_email text,
  granted_until timestamptz
);
alter table private.email_change_tries alter column user_id set statistics 0;
alter table private.email_change_tries enable row level security;
revoke all on private.email_change_tries from public, anon, authenticated, service_role;

-- Counts one try. Returns 0 when it is allowed, otherwise the seconds to wait.
create function private.take_email_change_try(p_user_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  counted private.email_change_tries;
begin
  insert into private.email_change_tries as tries (user_id, used, window_ends_at)
  values (p_user_id, 1, now() + interval '1 day')
  on conflict (user_id) do update set
    used = case when tries.window_ends_at <= now() then 1 else tries.used + 1 end,
    window_ends_at = case when tries.window_ends_at <= now() then excluded.window_ends_at else tries.window_ends_at end
  returning * into counted;
  if counted.used <= 5 then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.window_ends_at - now())))::integer;
end $$;

-- Whether an address is free: never invited, not a user's, not the care team's, and no one is being moved to it.
create function private.is_usable_address(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_email = lower(p_email) and p_email ~ '^[^@\s]+@[^@\s]+$' and length(p_email) <= 254, false)
    and not exists (select from public.invitations where email = p_email)
    and not exists (select from public.customers where customer_email = p_email)
    and not exists (select from auth.users where lower(email) = p_email)
    and not exists (select from public.care_team where lower(email) = p_email)
    and not exists (select from private.email_changes where new_email = p_email and ended_at is null)
$$;

-- As is_usable_address(text), and no one else is changing to this address. If two patients moved to one address, both codes would arrive in
-- the same mailbox, and one patient could enter the other's session. So only one change per address runs at a time, until its codes expire
-- after ten minutes (otp_expiry in supabase/config.toml, CODE_MINUTES in server/auth).
create function private.is_usable_address(p_email text, p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_usable_address(p_email) and not exists (
    select from auth.users
    where lower(email_change) = p_email and id <> p_user_id and email_change_sent_at > now() - interval '10 minutes')
$$;
revoke all on function private.is_usable_address(text, uuid) from public, anon, authenticated, service_role;

-- Whether this patient may start to change to this address, or in how many seconds. It never says why not.
create function private.ask_email_change(p_user_id uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
begin
  if exists (select from private.email_change_tries
    where user_id = p_user_id and granted_email = p_email and granted_until > now()) then
    return jsonb_build_object('usable', private.is_usable_address(p_email, p_user_id), 'wait', 0);
  end if;
  -- The auth service sends once a minute. A request that it would refuse doesn't count as a try.
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

-- The portal asks this before the auth service, because GoTrue sends its emails before the trigger below could refuse. The calling function
-- has checked the patient: a patient who could call this directly could roll back its count
-- (docs/decisions/0014-supabase-as-it-is.md).
create function public.ask_email_change(p_user uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.customers join public.invitations on invitations.email = customer_email
    where user_id = p_user and revoked_at is null
  ) then
    raise exception using errcode = '42501', message = 'Patients can change only their own address';
  end if;
  return private.ask_email_change(p_user, lower(trim(p_email)));
end $$;
revoke all on function public.ask_email_change(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.ask_email_change(uuid, text) to service_role;

-- Codes of an abandoned change no longer work. The time they were sent is kept, for the minute between two emails.
create function public.cancel_email_change() returns void
language sql security definer set search_path = '' as $$
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0
  where id = auth.uid() and email_change <> '' and private.has_access()
$$;
revoke all on function public.cancel_email_change() from public, anon, authenticated, service_role;
grant execute on function public.cancel_email_change() to authenticated;

-- Runs when a change starts, whether or not the portal asked first.
create function private.begin_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- If two people start at the same time, the second waits here and then sees the first one's change.
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
    raise exception using errcode = 'PT429', message = 'You’ve tried to change your email address too many times today. Try again tomorrow.';
  end if;
  return new;
end $$;

create trigger begin_email_change before update of email_change, email_change_sent_at on auth.users for each row
  when (new.email_change <> '' and (new.email_change is distinct from old.email_change
    or new.email_change_sent_at is distinct from old.email_change_sent_at))
  execute function private.begin_email_change();

-- The final check, which covers everything since the codes were sent.
create function private.refuse_used_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_usable_address(lower(new.email)) then
    raise exception using errcode = 'PT422', message = 'This address cannot be used.';
  end if;
  return new;
end $$;

create trigger refuse_used_address before update of email on auth.users for each row
  when (old.email is distinct from new.email and lower(old.email) is distinct from lower(new.email))
  execute function private.refuse_used_address();

create function private.notify_of_new_address(p_user_id uuid, p_recipients text[]) returns void
language sql set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, purpose, user_id, send_before, subject, body_text, body_html)
  select 'address-changed:' || gen_random_uuid(), 'email', recipient, 'security', p_user_id, now() + interval '7 days',
    'Your email address has changed',
    $text$Hello,

The email address on your Béa account has changed.

From now on, sign in with your new address. We’ll send our messages there, too. You’ve been signed out on all your other devices.

If you didn’t change it, reply to this email and let us know right away.

Béa
$text$,
    $html$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Your email address has changed</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #1f1520 !important; }
  .card { background: #2a1d2b !important; border-color: #46334a !important; }
  .ink { color: #f6ebdf !important; }
  .soft { color: #c9b9bf !important; }
  .brand { color: #f0b4c4 !important; }
  .panel { background: #3a2734 !important; color: #fbe9dc !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf6ef;">
<div class="paper" style="background:#fbf6ef;padding:32px 16px;font-family:Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px 28px 12px;background:#fffdfa;border:1px solid #e8dfd3;border-radius:18px;">
<p class="brand" style="margin:0 0 24px;font-family:Fraunces, Georgia, 'Times New Roman', serif;font-size:22px;line-height:28px;font-weight:500;color:#7a2e4a;">Béa</p>
<h1 class="ink" style="margin:0 0 12px;font-family:Fraunces, Georgia, 'Times New Roman', serif;font-size:30px;line-height:38px;font-weight:500;color:#232a3d;">Your email address has changed</h1>
<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">Hello,</p>
<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">The email address on your Béa account has changed.</p>
<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">From now on, sign in with your new address. We’ll send our messages there, too. You’ve been signed out on all your other devices.</p>
<p class="soft" style="margin:0 0 20px;font-size:14px;line-height:22px;color:#5d6375;">If you didn’t change it, reply to this email and let us know right away.</p>
</div>
</div>
</body>
</html>
$html$
  from unnest(p_recipients) as recipient
$$;

create function private.follow_new_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  old_address text := coalesce(
    (select customer_email from public.customers where user_id = new.id), lower(old.email));
  new_address text := lower(new.email);
  is_own boolean := lower(old.email_change) = new_address;
begin
  -- This also ends the sessions (private.end_access). The auth service then opens a new one for the patient.
  update public.invitations set email = new_address where email = old_address;
  delete from auth.sessions where user_id = new.id;
  -- The auth service's transactions have no claims, so these name the patient to the audit log.
  if is_own then
    perform set_config('request.jwt.claims',
      jsonb_build_object('sub', new.id, 'role', 'authenticated')::text, true);
  end if;
  -- Someone who proves both mailboxes has not lost theirs.
  update private.email_changes set ended_at = now(), outcome = 'stopped' where user_id = new.id and ended_at is null;
  update public.customers set customer_email = new_address where user_id = new.id;
  if found then
    perform private.add_audit_line('update', 'email_address', new.id, auth.uid());
    -- Pending emails go to the new address, and sent ones stay in the patient's export.
    update public.outbox set recipient = new_address where user_id = new.id and recipient = old_address;
    perform private.notify_of_new_address(new.id, array[old_address, new_address]);
  end if;
  perform set_config('request.jwt.claims', claims, true);
  return null;
end $$;

create trigger follow_new_address after update of email on auth.users for each row
  when (old.email is distinct from new.email and lower(old.email) is distinct from lower(new.email))
  execute function private.follow_new_address();
