create function private.stamp_shipping_change() returns trigger language plpgsql set search_path = '' as $$
begin
  new.shipping_changed_at := case when new.shipping_line1 is not null then now() end;
  return new;
end $$;

create trigger stamp_shipping_change before update on public.customers
  for each row when ((old.shipping_line1, old.shipping_line2, old.shipping_city, old.shipping_state, old.shipping_zip)
    is distinct from (new.shipping_line1, new.shipping_line2, new.shipping_city, new.shipping_state, new.shipping_zip))
  execute function private.stamp_shipping_change();

create trigger publish_office_address after update on public.customers
  for each row when (old.shipping_changed_at is distinct from new.shipping_changed_at)
  execute function private.publish_office_change();

create trigger publish_to_patient after insert or update or delete on public.kit_requests
  for each row execute function private.publish_to_patient();

-- Whether the kit was sent, and the patient has not said that it arrived.
create view private.kits_on_their_way as
  select user_id, sent_on, coalesce(sent_at, asked_at) as sent_at, shipping_changed_at
  from public.kit_requests join public.customers using (user_id)
  where tracking_url is not null and sent_on is not null and arrived_at is null;
revoke all on private.kits_on_their_way from public, anon, authenticated, service_role;

-- The patient says that it arrived, or undoes that. Repeating it keeps the first moment.
create function public.set_kit_arrived(p_arrived boolean) returns void
language sql security definer set search_path = '' as $$
  update public.kit_requests set arrived_at = case when p_arrived then now() end
  where user_id = auth.uid() and private.has_consented() and (arrived_at is null) = p_arrived
    and exists (select from public.customers where user_id = auth.uid() and tracking_url is not null)
$$;
revoke all on function public.set_kit_arrived(boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_kit_arrived(boolean) to authenticated;

create function private.own_kit() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('isAsked', kit.user_id is not null, 'hasAddress', shipping_line1 is not null, 'sentOn', sent_on,
    'arrivedAt', arrived_at)
  from public.customers left join public.kit_requests as kit using (user_id) where customers.user_id = auth.uid()
$$;

-- What the care team and administrators read about the kit.
create function private.kit_of(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('trackingUrl', tracking_url, 'askedAt', asked_at, 'sentOn', sent_on, 'arrivedAt', arrived_at,
      'address', case when shipping_line1 is not null then jsonb_build_object('line1', shipping_line1, 'line2', shipping_line2,
        'city', shipping_city, 'state', shipping_state, 'zip', shipping_zip) end)
    from public.customers left join public.kit_requests using (user_id) where customers.user_id = p_patient);
end $$;
