-- Mail and texts to be sent: written in the transaction of what they tell about, delivered by a worker.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  -- One row for one message, however often the same thing is asked for.
  key text not null unique check (length(key) <= 200),
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text,
  body_text text not null,
  body_html text,
  attachments jsonb not null default '[]',
  appointment_id uuid references public.appointments on delete cascade,
  -- The state of the call that this message speaks of: a later change makes it stale.
  appointment_sequence integer,
  user_id uuid references public.customers on delete cascade,
  send_after timestamptz not null default now(),
  -- Past this moment the message would only confuse.
  send_before timestamptz,
  attempts integer not null default 0,
  leased_until timestamptz,
  lease uuid,
  sent_at timestamptz,
  dropped_at timestamptz,
  parked_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index outbox_waiting on public.outbox (send_after)
  where sent_at is null and dropped_at is null and parked_at is null;
create index outbox_of_appointment on public.outbox (appointment_id);
create index outbox_of_patient on public.outbox (user_id);
alter table public.outbox enable row level security;
revoke all on public.outbox from anon, authenticated, service_role;
grant select, insert, update, delete on public.outbox to service_role;

-- Workers that listen need not wait for their next look.
create function private.announce_messages() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
revoke all on function private.announce_messages() from public;
create trigger announce_messages after insert on public.outbox
  for each statement execute function private.announce_messages();

-- Takes messages that are due, for a while, so that several workers never take the same one. What speaks of a call that
-- was cancelled or moved meanwhile is dropped instead, and so is what its reader no longer wants (private.is_unwanted, which
-- comes with the reasons for that) and what the clinic has no service for.
create function public.lease_outbox(p_count integer, p_seconds integer, p_channels text[] default '{email,sms}')
returns setof public.outbox
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
begin
  loop
    due := array(
      select id from public.outbox
      where sent_at is null and dropped_at is null and parked_at is null and send_after <= now()
        and (leased_until is null or leased_until <= now())
      order by send_after limit p_count for update skip locked);
    exit when due = '{}';
    update public.outbox as message set dropped_at = now(), lease = null, leased_until = null
    where id = any (due) and (send_before <= now() or channel <> all (p_channels)
      or exists (select from public.appointments
        where appointments.id = message.appointment_id and appointments.sequence <> message.appointment_sequence)
      or private.is_unwanted(message));
    -- Workers that died over it eight times said nothing: that, too, is a matter for a person.
    update public.outbox set parked_at = now(), lease = null, leased_until = null
    where id = any (due) and dropped_at is null and attempts >= 8;
    return query
      update public.outbox set
        attempts = attempts + 1,
        lease = gen_random_uuid(),
        leased_until = now() + make_interval(secs => p_seconds)
      where id = any (due) and dropped_at is null and parked_at is null
      returning *;
    -- Nothing left of these does not mean that nothing is due.
    exit when found;
  end loop;
end $$;

-- Tells how a leased message went. A worker whose lease ran out says nothing any more.
create function public.settle_outbox(p_id uuid, p_lease uuid, p_error text) returns boolean
language sql security definer set search_path = '' as $$
  update public.outbox set
    sent_at = case when p_error is null then now() end,
    last_error = left(p_error, 200),
    lease = null,
    leased_until = null,
    -- 1, 2, 4 … minutes, an hour at most; the eighth failure is a matter for a person.
    send_after = case when p_error is null then send_after
      else now() + least(interval '1 hour', interval '30 seconds' * power(2, attempts)) end,
    parked_at = case when p_error is not null and attempts >= 8 then now() end
  where id = p_id and lease = p_lease
  returning true
$$;
revoke all on function public.lease_outbox(integer, integer, text[]), public.settle_outbox(uuid, uuid, text)
  from public, anon, authenticated;
grant execute on function public.lease_outbox(integer, integer, text[]), public.settle_outbox(uuid, uuid, text) to service_role;
