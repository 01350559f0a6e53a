-- A patient's new phone number, until they confirm it with a texted code. Until then it gets no other text.

-- Never the digits, only their keyed hash; null once the code was revoked. The correct code deletes the row.
create table private.phone_codes (
  user_id uuid primary key references auth.users on delete cascade,
  phone text not null constraint phone_is_a_number check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  code_hash text,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  wrong_tries integer not null default 0,
  -- Counted over all codes since the last correct one, so that a few guesses at each of many codes are slowed down too.
  wrong_in_a_row integer not null default 0
);
alter table private.phone_codes alter column user_id set statistics 0;
alter table private.phone_codes enable row level security;
revoke all on private.phone_codes from public, anon, authenticated, service_role;

-- One text a minute. From 15 wrong tries on, the wait doubles with every five more, up to an hour.
create function private.next_phone_code_at(p_code private.phone_codes) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_code.sent_at + least(interval '1 hour',
    interval '1 minute' * 2 ^ least(6, greatest(0, p_code.wrong_in_a_row / 5 - 2)))
$$;

-- Stores the new code and its text. Returns 0, or the seconds until another may be sent.
create function public.ask_phone_code(p_user_id uuid, p_phone text, p_code_hash text, p_messages jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.phone_codes as code (user_id, phone, code_hash) values (p_user_id, p_phone, p_code_hash)
  on conflict (user_id) do update
  set phone = excluded.phone, code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
    wrong_tries = 0
  where private.next_phone_code_at(code) <= now();
  if not found then
    return (select greatest(1, ceil(extract(epoch from private.next_phone_code_at(code) - now())))::integer
      from private.phone_codes as code where user_id = p_user_id);
  end if;
  perform private.write_to_patient(p_user_id, p_messages);
  return 0;
end $$;
revoke all on function public.ask_phone_code(uuid, text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.ask_phone_code(uuid, text, text, jsonb) to service_role;

-- The correct code makes the number the patient's own. Null means the code was wrong; the fifth wrong try revokes it.
create function public.confirm_phone(p_user_id uuid, p_code_hash text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  confirmed text;
begin
  -- Handles tries one at a time, so each one counts those before it.
  perform from private.phone_codes where user_id = p_user_id for update;
  delete from private.phone_codes
  where user_id = p_user_id and code_hash = p_code_hash and expires_at > now()
  returning phone into confirmed;
  if confirmed is null then
    update private.phone_codes set
      wrong_tries = wrong_tries + 1,
      wrong_in_a_row = wrong_in_a_row + 1,
      code_hash = case when wrong_tries + 1 < 5 then code_hash end
    where user_id = p_user_id and code_hash is not null and expires_at > now();
    return null;
  end if;
  update public.customers set customer_phone = confirmed, phone_changed_by_team = false where user_id = p_user_id;
  return confirmed;
end $$;
revoke all on function public.confirm_phone(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.confirm_phone(uuid, text) to service_role;
