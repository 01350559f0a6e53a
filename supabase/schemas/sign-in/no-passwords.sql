-- The only way to sign in is an emailed code. GoTrue also accepts a password at sign-up, for any invited address and from anyone who knows
-- it, and no setting prevents that: a stranger could sign up before the patient and read the record from then on. So no password and no
-- phone number is ever stored, no matter which role writes it. Our own server's users have no such columns.
create function private.keep_no_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  return jsonb_populate_record(new, '{"encrypted_password": "", "phone": null, "phone_confirmed_at": null,
    "phone_change": "", "phone_change_token": ""}');
end $$;
revoke all on function private.keep_no_password() from public, anon, authenticated, service_role;

create trigger keep_no_password before insert or update on auth.users
  for each row execute function private.keep_no_password();

-- A project may already have users: removes their passwords, and the sessions that a password opened.
update auth.users set updated_at = updated_at
where coalesce(to_jsonb(users) ->> 'encrypted_password', '') <> '' or coalesce(phone, '') <> ''
  or coalesce(to_jsonb(users) ->> 'phone_change', '') <> '';

do $$
begin
  if to_regclass('auth.mfa_amr_claims') is not null then
    delete from auth.sessions where id in (
      select session_id from auth.mfa_amr_claims where authentication_method = 'password');
  end if;
end $$;
