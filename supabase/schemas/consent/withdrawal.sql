create function private.stamp_consent_withdrawal() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.privacy_policy_accepted and new.data_usage_consent then
    new.consent_withdrawn_at := null;
  elsif old.privacy_policy_accepted and old.data_usage_consent then
    new.consent_withdrawn_at := now();
  end if;
  return new;
end $$;

create trigger stamp_consent_withdrawal before update of privacy_policy_accepted, data_usage_consent on public.customers
  for each row execute function private.stamp_consent_withdrawal();

-- For withdraw-consent. The optional consents depend on the required ones, so they end together. The same transaction cancels booked
-- calls, because the patient could no longer join or cancel them.
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
