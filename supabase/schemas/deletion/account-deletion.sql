-- Deleting an account: an emailed code, then seven days to change one's mind. After that only the audit log remains, with a random id in
-- place of the person's. See docs/decisions/0006-data-rights.md.
create table public.account_deletions (
  user_id uuid primary key references public.customers on delete cascade,
  requested_at timestamptz not null default now(),
  -- The calling function adds seven days by its own clock, so the database allows a small difference.
  delete_after timestamptz not null check (delete_after > requested_at + interval '6 days'),
  leased_until timestamptz,
  lease uuid
);
alter table public.account_deletions alter column user_id set statistics 0;
alter table public.account_deletions enable row level security;
revoke all on public.account_deletions from anon, authenticated, service_role;
grant select on public.account_deletions to authenticated, service_role;
create index account_deletions_due on public.account_deletions (delete_after);

create policy "Patients see when their account will be deleted" on public.account_deletions
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_access()));

create trigger audit_account_deletions after insert or delete on public.account_deletions
  for each row execute function private.audit_change();

-- Never the digits, only their keyed hash; null once the code was used or revoked. It works like a sign-in code, for deletion only.
create table private.deletion_codes (
  user_id uuid primary key references auth.users on delete cascade,
  code_hash text,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  wrong_tries integer not null default 0,
  -- Counted over all codes since the last correct one, so that a few guesses at each of many codes are slowed down too.
  wrong_in_a_row integer not null default 0
);
alter table private.deletion_codes alter column user_id set statistics 0;
alter table private.deletion_codes enable row level security;
revoke all on private.deletion_codes from public, anon, authenticated, service_role;

-- One email a minute. From 15 wrong tries on, the wait doubles with every five more, up to an hour.
create function private.next_code_at(p_code private.deletion_codes) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_code.sent_at + least(interval '1 hour',
    interval '1 minute' * 2 ^ least(6, greatest(0, p_code.wrong_in_a_row / 5 - 2)))
$$;

create function private.write_to_patient(p_user_id uuid, p_messages jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  about public.appointments;
begin
  about.user_id := p_user_id;
  perform private.add_messages(about, p_messages);
end $$;

-- Stores the new code and its email. Returns 0, or the seconds until another may be sent.
create function public.ask_deletion_code(p_user_id uuid, p_code_hash text, p_messages jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deletion_codes as code (user_id, code_hash) values (p_user_id, p_code_hash)
  on conflict (user_id) do update
  set code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, wrong_tries = 0
  where private.next_code_at(code) <= now();
  if not found then
    return (select greatest(1, ceil(extract(epoch from private.next_code_at(code) - now())))::integer
      from private.deletion_codes as code where user_id = p_user_id);
  end if;
  perform private.write_to_patient(p_user_id, p_messages);
  return 0;
end $$;
revoke all on function public.ask_deletion_code(uuid, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.ask_deletion_code(uuid, text, jsonb) to service_role;

-- The correct code starts the seven days. Null means the code was wrong; the fifth wrong try revokes it. A retry after a lost answer
-- returns the same day.
create function public.confirm_deletion(p_user_id uuid, p_code_hash text, p_delete_after timestamptz, p_messages jsonb)
returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  leaves_at timestamptz;
begin
  -- Handles tries one at a time, so each one counts those before it.
  perform from private.deletion_codes where user_id = p_user_id for update;
  update private.deletion_codes set code_hash = null, wrong_in_a_row = 0
  where user_id = p_user_id and code_hash = p_code_hash and expires_at > now();
  if not found then
    select delete_after into leaves_at from public.account_deletions where user_id = p_user_id;
    if leaves_at is null then
      update private.deletion_codes set
        wrong_tries = wrong_tries + 1,
        wrong_in_a_row = wrong_in_a_row + 1,
        code_hash = case when wrong_tries + 1 < 5 then code_hash end
      where user_id = p_user_id and code_hash is not null and expires_at > now();
    end if;
    return leaves_at;
  end if;
  insert into public.account_deletions (user_id, delete_after) values (p_user_id, p_delete_after);
  perform private.write_to_patient(p_user_id, p_messages);
  return p_delete_after;
end $$;
revoke all on function public.confirm_deletion(uuid, text, timestamptz, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.confirm_deletion(uuid, text, timestamptz, jsonb) to service_role;

-- False means that the seven days are over.
create function public.keep_account(p_user_id uuid, p_messages jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.account_deletions where user_id = p_user_id and delete_after > now();
  if found then
    perform private.write_to_patient(p_user_id, p_messages);
  end if;
  return not exists (select from public.account_deletions where user_id = p_user_id);
end $$;
revoke all on function public.keep_account(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.keep_account(uuid, jsonb) to service_role;

-- Accounts that are due, each leased to one worker, with the files to delete first and the appointments whose hosts get a message.
create function public.lease_due_deletions(p_count integer, p_seconds integer)
returns table (user_id uuid, lease uuid, files jsonb, calls jsonb)
language sql security definer set search_path = '' as $$
  with due as (
    select deletion.user_id from public.account_deletions as deletion
    where delete_after <= now() and (leased_until is null or leased_until <= now())
    order by delete_after limit p_count for update skip locked
  ), leased as (
    update public.account_deletions as deletion
    set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => p_seconds)
    from due where deletion.user_id = due.user_id
    returning deletion.user_id, deletion.lease
  )
  select leased.user_id, leased.lease,
    (select coalesce(jsonb_agg(jsonb_build_object('bucket', file.bucket_id, 'name', file.name)), '[]')
      from private.files_of(leased.user_id) as file),
    (select coalesce(jsonb_agg(to_jsonb(call) - 'room'), '[]') from public.calls as call
      where call.user_id = leased.user_id and call.status = 'booked' and call.ends_at > now())
  from leased
$$;
revoke all on function public.lease_due_deletions(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.lease_due_deletions(integer, integer) to service_role;

-- Messages to the open portal, and to the team's open records, name the patient, and each deleted row adds one. If a project doesn't let us
-- delete them, they stay until Realtime's own cleanup, and the account is deleted anyway.
create function private.forget_signals(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from realtime.messages where topic in ('patient:' || p_user_id, 'team:record:' || p_user_id);
exception when insufficient_privilege then
  raise warning 'realtime.messages: %', sqlerrm;
end $$;

-- Deletes everything or nothing. False means try again later: another worker has the account, a file is left, or an appointment changed
-- after its host's message was written (p_calls has the appointments in those messages, with their sequence).
create function public.delete_account(p_user_id uuid, p_lease uuid, p_calls jsonb, p_messages jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  addresses text[] := array(
    select customer_email from public.customers where user_id = p_user_id
    union select lower(email) from auth.users where id = p_user_id);
  nobody uuid := gen_random_uuid();
begin
  perform from public.account_deletions
  where user_id = p_user_id and lease = p_lease and delete_after <= now() for update;
  if not found then
    return false;
  end if;
  -- A booking at the same time waits for this lock, and then finds no patient.
  perform from public.customers where user_id = p_user_id for update;
  if exists (select from private.files_of(p_user_id))
    or exists (select from public.appointments
      where user_id = p_user_id and status = 'booked' and ends_at > now()
        and not p_calls @> jsonb_build_array(jsonb_build_object('id', id, 'sequence', sequence))) then
    return false;
  end if;
  delete from public.outbox where user_id = p_user_id or recipient = any (addresses);
  delete from private.limits where key in (
    select encode(sha256(convert_to(name, 'UTF8')), 'hex') from unnest(
      array['deletion-code:' || p_user_id, 'data-export:' || p_user_id, 'phone-code:' || p_user_id]
      || array(select 'validate-email:' || address from unnest(addresses) as address)) as name);
  -- Foreign keys delete the patient's other rows.
  delete from auth.refresh_tokens where user_id = p_user_id::text;
  delete from auth.users where id = p_user_id;
  delete from public.invitations where email = any (addresses);
  -- Only Supabase has this log of sign-ins.
  if to_regclass('auth.audit_log_entries') is not null then
    execute 'delete from auth.audit_log_entries where payload ->> ''actor_id'' = $1' using p_user_id::text;
  end if;
  update public.audit_log
  set subject_id = nobody, actor_id = case when actor_id = p_user_id then nobody else actor_id end
  where subject_id = p_user_id;
  perform private.forget_signals(p_user_id);
  perform private.write_to_patient(null, p_messages);
  return true;
end $$;
revoke all on function public.delete_account(uuid, uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.delete_account(uuid, uuid, jsonb, jsonb) to service_role;
