-- Both required consents can be withdrawn. The gate tells a patient who withdrew them, and may still have a cap in, from a
-- newcomer who never gave them.
alter table public.customers add column consent_withdrawn_at timestamptz;

update public.customers set consent_withdrawn_at = withdrawn.at
from (
  select user_id, max(changed_at) filter (where not granted) as at
  from public.consent_history
  where consent in ('privacy_policy_accepted', 'data_usage_consent')
  group by user_id
  having count(distinct consent) filter (where granted) = 2
) as withdrawn
where customers.user_id = withdrawn.user_id and not (privacy_policy_accepted and data_usage_consent);

create function private.note_withdrawal() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.privacy_policy_accepted and new.data_usage_consent then
    new.consent_withdrawn_at := null;
  elsif old.privacy_policy_accepted and old.data_usage_consent then
    new.consent_withdrawn_at := now();
  end if;
  return new;
end $$;
create trigger note_withdrawal before update of privacy_policy_accepted, data_usage_consent on public.customers
  for each row execute function private.note_withdrawal();

-- For withdraw-consent: the optional consents build on the required ones, so they end together. Calls that the patient
-- could neither join nor cancel any longer are canceled in the same transaction, as one cancels them by hand.
create function public.withdraw_consent(p_user uuid, p_cancellations jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.customers set privacy_policy_accepted = false, data_usage_consent = false,
    research_consent = false, sms_consent = false
  where user_id = p_user;
  perform public.cancel_appointment(cancellation -> 'appointment', cancellation -> 'messages')
  from jsonb_array_elements(p_cancellations) as cancellation;
end $$;
revoke all on function public.withdraw_consent(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.withdraw_consent(uuid, jsonb) to service_role;

-- A patient's own files and record can be downloaded after a withdrawal, too.
create function private.may_take_along() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.customers
    join public.invitations on invitations.email = customers.customer_email
    where customers.user_id = auth.uid() and invitations.revoked_at is null
      and (customers.privacy_policy_accepted and customers.data_usage_consent
        or customers.consent_withdrawn_at is not null)
  )
$$;
revoke all on all functions in schema private from public;
grant execute on function private.may_take_along() to authenticated;

alter policy "Patients read documents in their own folder" on storage.objects
  using (
    bucket_id = 'documents'
    and name collate "C" > (select auth.uid() || '/')
    and name collate "C" < (select auth.uid() || '0')
    and (select private.may_take_along())
  );

-- As in 20261116100390_export_parts.sql; and whoever withdrew their consent takes everything along.
create or replace function public.export_my_data(p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- An answer has 8 MB (server/rest); the rest is for the parts that cannot grow.
  bytes_left integer := 7500000;
  -- What each part that can grow is sure of; together half of an answer.
  share constant integer := 4000000 / (select count(max_lines) from private.export_parts);
  has_consented boolean;
  part record;
  found_lines record;
  whole jsonb := '{}';
begin
  select privacy_policy_accepted and data_usage_consent or consent_withdrawn_at is not null into has_consented
  from public.customers join public.invitations on invitations.email = customer_email
  where user_id = p_user and revoked_at is null;
  if not found then
    raise exception using errcode = '42501', message = 'Patients export their own data';
  end if;
  perform private.note_in_audit('read', 'data_export', p_user, p_user);
  for part in
    select *, count(max_lines) over () - count(max_lines) over (order by place) as later
    from private.export_parts order by place
  loop
    found_lines := private.newest_lines(part.name, case when has_consented or not part.needs_consent then p_user end,
      part.max_lines, bytes_left - share * part.later::integer);
    whole := whole || jsonb_build_object(part.name, found_lines.lines);
    if part.max_lines is not null then
      bytes_left := bytes_left - found_lines.bytes;
      whole := whole || jsonb_build_object(part.name || '_left_out', found_lines.left_out);
    end if;
  end loop;
  return whole;
end $$;
