-- Consent. It is changed through update-privacy-preferences alone, and every change is kept.
create table public.consent_history (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  consent text not null check (consent in
    ('privacy_policy_accepted', 'data_usage_consent', 'research_consent', 'sms_consent')),
  granted boolean not null,
  changed_at timestamptz not null default now()
);
alter table public.consent_history alter column user_id set statistics 0;
alter table public.consent_history enable row level security;
revoke all on public.consent_history from anon, authenticated, service_role;
grant select on public.consent_history to authenticated, service_role;
create index consent_history_user on public.consent_history (user_id, changed_at desc);

revoke all on sequence public.consent_history_id_seq from anon, authenticated, service_role;

create policy "Patients read their own consent history" on public.consent_history
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_access()));

create function private.keep_consent_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  after jsonb := to_jsonb(new);
begin
  insert into public.consent_history (user_id, consent, granted)
  select new.user_id, name, (after ->> name)::boolean
  from unnest(array['privacy_policy_accepted', 'data_usage_consent', 'research_consent', 'sms_consent']) as name
  where coalesce((before ->> name)::boolean, false) is distinct from (after ->> name)::boolean;
  return null;
end $$;

create trigger keep_consent_history
  after insert or update of privacy_policy_accepted, data_usage_consent, research_consent, sms_consent on public.customers
  for each row execute function private.keep_consent_history();

create trigger consent_history_is_append_only before update or truncate on public.consent_history
  for each statement execute function private.refuse_change();

-- The history is deleted with the account, never earlier.
create function private.refuse_forgetting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.users where id = old.user_id) then
    raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
  end if;
  return old;
end $$;

create trigger consent_history_goes_with_the_account before delete on public.consent_history
  for each row execute function private.refuse_forgetting();

-- Without both required consents, no health data can be read or written.
create function private.has_consented() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.customers
    join public.invitations on invitations.email = customers.customer_email
    where customers.user_id = auth.uid() and invitations.revoked_at is null
      and customers.privacy_policy_accepted and customers.data_usage_consent
  )
$$;
grant execute on function private.has_consented() to authenticated;

-- A patient can still download their own files and record after withdrawing consent.
create function private.may_download_own_record() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.customers
    join public.invitations on invitations.email = customers.customer_email
    where customers.user_id = auth.uid() and invitations.revoked_at is null
      and (customers.privacy_policy_accepted and customers.data_usage_consent
        or customers.consent_withdrawn_at is not null)
  )
$$;
grant execute on function private.may_download_own_record() to authenticated;
