-- Who may sign in: people who were invited, as a patient or to the care team. An address is never both.
create function private.is_invited(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.invitations where email = lower(p_email) and revoked_at is null)
    or exists (select from public.care_team
      where email = lower(p_email) and invited_at is not null and deactivated_at is null)
$$;

-- Who may set up a second factor. Whether they take calls does not matter.
create function private.is_of_care_team(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$ select (private.staff_of(p_user_id)).id is not null $$;

-- Ends everything that could open a session again: sessions, passkeys, codes, and an unfinished change of address. A team member loses the
-- second factor as well.
create function private.end_sign_in(p_users uuid[], p_email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = any (p_users);
  delete from auth.mfa_factors where user_id = any (p_users);
  delete from auth.webauthn_challenges where user_id = any (p_users);
  delete from auth.webauthn_credentials where user_id = any (p_users);
  -- Keeps the time the codes were sent, because emails must be a minute apart.
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0
  where id = any (p_users)
    and (email_change <> '' or email_change_token_new <> '' or email_change_token_current <> '');
  -- Supabase's auth service keeps its codes in both of these places.
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = any (p_users);
    update auth.users set confirmation_token = '', recovery_token = '', reauthentication_token = ''
    where id = any (p_users)
      and (confirmation_token <> '' or recovery_token <> '' or reauthentication_token <> '');
  end if;
  -- Our own server keeps codes here, even for people who have never signed in.
  if exists (select from pg_catalog.pg_namespace where nspname = 'portal_server') then
    delete from portal_server.sign_in_codes where email = p_email;
    delete from portal_server.sign_in_clients where email = p_email;
    delete from portal_server.email_change_guesses where user_id = any (p_users);
  end if;
end $$;

-- If one address is written as a patient's and as the team's at the same moment, the second waits and is refused. All patients share one
-- lock; only the team's few addresses wait for it.
create function private.refuse_team_address() returns void
language sql set search_path = '' as $$
  select private.refuse_team('PT422', 'address_of_team',
    'This address belongs to someone on the care team. A patient needs their own address.')
$$;

create function private.check_invitation_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('addresses', 0));
  if exists (select from public.care_team where email = lower(new.email)) then
    perform private.refuse_team_address();
  end if;
  return new;
end $$;

create trigger check_invitation_address before insert or update of email on public.invitations
  for each row execute function private.check_invitation_address();

create function private.check_customer_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('addresses', 0));
  if exists (select from public.care_team where email = lower(new.customer_email)) then
    perform private.refuse_team_address();
  end if;
  return new;
end $$;

create trigger check_customer_address before insert or update of customer_email on public.customers
  for each row execute function private.check_customer_address();

create function private.refuse_patient_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('addresses', 0));
  if exists (select from public.invitations where email = new.email)
    or exists (select from public.customers where customer_email = new.email) then
    perform private.refuse_team('PT422', 'address_of_patient',
      'This address belongs to a patient. A care team member needs their own address.');
  end if;
  return new;
end $$;

create trigger refuse_patient_address before insert or update of email on public.care_team
  for each row execute function private.refuse_patient_address();

-- Deletes the user of a deleted team member, who could otherwise return with the same account in any role their address gets later.
create function private.remove_staff_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users where (id = old.user_id or email = old.email)
    and not exists (select from public.customers where customers.user_id = users.id);
  return null;
end $$;

create trigger remove_staff_account after delete on public.care_team
  for each row when (old.invited_at is not null) execute function private.remove_staff_account();

-- On Supabase, the auth service has one clock for each address. Setting it back a minute lets the portal's sign-in send a code as if the
-- team's had not. Our own server has two clocks (server/database/foundation/auth.sql).
create function public.team_code_sent(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('auth.one_time_tokens') is not null then
    update auth.users set recovery_sent_at = least(recovery_sent_at, now() - interval '1 minute'),
      confirmation_sent_at = least(confirmation_sent_at, now() - interval '1 minute')
    where email = lower(p_email);
  end if;
end $$;
revoke all on function public.team_code_sent(text) from public, anon, authenticated, service_role;
grant execute on function public.team_code_sent(text) to service_role;

-- The second factor raises a session in place, and a token from before does not say aal2. Its holder has only proved the emailed code, so
-- functions refuse it here, in the same order as private.enter_team.
create function public.team_refuse_mailed_code(p_user uuid, p_session uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.sessions
    where id = p_session and user_id = p_user and (not_after is null or not_after > now())) then
    perform private.refuse_team('PT401', 'not_signed_in', 'Please sign in.');
  elsif not private.is_of_care_team(p_user) then
    perform private.refuse_team('PT403', 'not_allowed', 'This account has no access to the team workspace.');
  end if;
  perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
end $$;
revoke all on function public.team_refuse_mailed_code(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_refuse_mailed_code(uuid, uuid) to service_role;

create function public.team_audit_refusal(p_user uuid, p_code text, p_at_entrance boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.staff_of(p_user);
begin
  if p_at_entrance and person.id is not null
    and (person.factor_id is null or person.role is not distinct from person.proposed_role) then
    return;
  elsif public.take_from_limit(concat_ws(':', 'team-refusal', p_user, p_code), 1, 900) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role)
  values (coalesce(person.id, p_user), 'sign_in', 'read', 'refused_' || p_code, coalesce(person.id, p_user), person.name, person.role);
end $$;
revoke all on function public.team_audit_refusal(uuid, text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_audit_refusal(uuid, text, boolean) to service_role;
