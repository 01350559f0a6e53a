-- Who runs the portal watches for messages that wait for a person; looking must not read every message ever sent.
create index outbox_parked on public.outbox (parked_at) where parked_at is not null;
