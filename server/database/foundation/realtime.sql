-- Realtime: what policies on channels are written against, with Supabase's names. Messages from the database itself are
-- kept for a day, for clients that ask what they missed.

create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  inserted_at timestamp not null default timezone('utc', now()),
  updated_at timestamp not null default timezone('utc', now()),
  primary key (id, inserted_at)
);
create index if not exists messages_of_topic on realtime.messages (topic, inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text language sql stable
  as $$ select nullif(current_setting('realtime.topic', true), '') $$;

-- A notification holds 8,000 bytes. What is larger waits here for the servers that are told of it.
create unlogged table if not exists portal_server.large_payloads (
  id uuid primary key default gen_random_uuid(),
  body text not null,
  sent_at timestamptz not null default now()
);

-- Notifies every server, in the order of the commits. The notification of a large payload names its topic, so that only
-- that topic waits until it is fetched.
create or replace function portal_server.announce_in(p_topics text[], p_bodies text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  payload_id uuid;
begin
  for place in 1 .. cardinality(p_bodies) loop
    if octet_length(p_bodies[place]) < 7900 then
      perform pg_notify('realtime', p_bodies[place]);
    else
      insert into portal_server.large_payloads (body) values (p_bodies[place]) returning id into payload_id;
      perform pg_notify('realtime', json_build_object('kind', 'large_payload', 'id', payload_id, 'topic', p_topics[place])::text);
    end if;
  end loop;
end $$;
revoke all on function portal_server.announce_in(text[], text[]) from public;

-- As servers of an earlier version call it, which may run next to this one while it is replaced.
create or replace function portal_server.announce(p_bodies text[]) returns void
language sql security definer set search_path = '' as $$ select portal_server.announce_in(null, p_bodies) $$;
revoke all on function portal_server.announce(text[]) from public;

-- As on Supabase, a message from the database never fails the transaction that sends it.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
  said uuid;
begin
  insert into realtime.messages (topic, extension, payload, event, private)
  values (send.topic, 'broadcast', send.payload, send.event, send.private) returning id into said;
  -- The id keeps PostgreSQL from folding two equal notifications of one transaction into one.
  perform portal_server.announce_in(array[topic], array[json_build_object('kind', 'broadcast', 'id', said, 'topic', topic,
    'event', event, 'payload', payload)::text]);
exception when others then
  raise warning 'realtime.send: %', sqlerrm;
end $$;
revoke all on function realtime.send(jsonb, text, text, boolean) from public;
grant execute on function realtime.send(jsonb, text, text, boolean) to service_role;

-- What a caller may do in a channel, by the policies on realtime.messages: receive a message of that topic, and send one.
-- The error at the end rolls back the trial rows and the caller's role.
create or replace function portal_server.channel_rights(p_role text, p_claims text, p_session uuid, p_topic text)
returns jsonb language plpgsql as $$
declare
  rights jsonb := '{}';
  trial text;
begin
  insert into realtime.messages (topic, extension) values (p_topic, 'broadcast'), (p_topic, 'presence');
  perform portal_server.enter(p_role, p_claims, p_session), set_config('realtime.topic', p_topic, true);
  foreach trial in array array['broadcast', 'presence'] loop
    rights := rights || jsonb_build_object('read_' || trial,
      exists (select from realtime.messages where topic = p_topic and extension = trial));
    begin
      insert into realtime.messages (topic, extension) values (p_topic, trial);
      rights := rights || jsonb_build_object('write_' || trial, true);
    exception when insufficient_privilege then
      rights := rights || jsonb_build_object('write_' || trial, false);
    end;
  end loop;
  raise exception using errcode = 'PT999', message = rights::text;
exception when sqlstate 'PT999' then
  return sqlerrm::jsonb;
end $$;

-- A session that ends closes its sockets, on whichever server they are.
create or replace function portal_server.announce_session_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime', json_build_object('kind', 'session', 'id', old.id)::text);
  return null;
end $$;
create or replace trigger announce_session_end after delete on auth.sessions
  for each row execute function portal_server.announce_session_end();

-- The tables whose changes may be followed; migrations add to this list as they do on Supabase.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

-- Says which row changed and whose it is, never what it holds: each subscriber reads it again under the policies.
create or replace function portal_server.announce_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('realtime', json_build_object('kind', 'change', 'schema', tg_table_schema, 'table', tg_table_name,
    'type', tg_op, 'owner', changed ->> 'user_id', 'at', clock_timestamp(),
    'key', (select jsonb_object_agg(part, changed -> part) from unnest(tg_argv) as part))::text);
  return null;
end $$;

create or replace function portal_server.follow_publication() returns void
language plpgsql as $$
declare
  followed record;
begin
  for followed in
    -- Joined by oid: a cast of the name to regclass may run for every row of the catalogue, and an ordinary role may not
    -- look into every schema.
    select format('%I.%I', nspname, relname) as name, (
      select string_agg(quote_literal(attname), ', ') from pg_index join pg_attribute
        on attrelid = indrelid and attnum = any (indkey)
      where indrelid = pg_class.oid and indisprimary) as key
    from pg_publication
      join pg_publication_rel on prpubid = pg_publication.oid
      join pg_class on pg_class.oid = prrelid
      join pg_namespace on pg_namespace.oid = relnamespace
    where pubname = 'supabase_realtime'
      and not exists (select from pg_trigger where tgname = 'announce_change' and tgrelid = pg_class.oid)
  loop
    execute format('create trigger announce_change after insert or update or delete on %s
      for each row execute function portal_server.announce_change(%s)', followed.name, followed.key);
  end loop;
end $$;

-- Who is in which channel, on whichever server. Entries of a server that stopped refreshing them expire.
create unlogged table if not exists portal_server.presences (
  ref text primary key,
  server uuid not null,
  topic text not null,
  key text not null,
  meta jsonb not null,
  seen_at timestamptz not null default now()
);
create index if not exists presences_of_topic on portal_server.presences (topic);
create index if not exists presences_of_server on portal_server.presences (server);

create or replace function portal_server.metas(p_key text, p_metas jsonb) returns jsonb language sql immutable
  as $$ select case when p_metas is null then '{}' else jsonb_build_object(p_key, jsonb_build_object('metas', p_metas)) end $$;

-- Joins, or replaces an earlier entry of the same client.
create or replace function portal_server.track(p_server uuid, p_topic text, p_key text, p_meta jsonb, p_ref text, p_before text)
returns void language plpgsql as $$
declare
  before jsonb;
  after jsonb := p_meta || jsonb_strip_nulls(jsonb_build_object('phx_ref', p_ref, 'phx_ref_prev', p_before));
begin
  delete from portal_server.presences where ref = p_before returning meta into before;
  insert into portal_server.presences (ref, server, topic, key, meta) values (p_ref, p_server, p_topic, p_key, after);
  perform portal_server.announce_in(array[p_topic], array[json_build_object('kind', 'presence', 'topic', p_topic,
    'joins', portal_server.metas(p_key, jsonb_build_array(after)),
    'leaves', portal_server.metas(p_key, case when before is not null then jsonb_build_array(before) end))::text]);
end $$;

-- Removes those that left, or those of servers that were not seen for half a minute.
create or replace function portal_server.forget_presences(p_refs text[], p_server uuid) returns void
language plpgsql as $$
declare
  gone portal_server.presences;
begin
  for gone in
    delete from portal_server.presences
    where ref = any (p_refs) or server = p_server or seen_at < now() - interval '30 seconds'
    returning *
  loop
    perform portal_server.announce_in(array[gone.topic], array[json_build_object('kind', 'presence', 'topic', gone.topic, 'joins', json_build_object(),
      'leaves', portal_server.metas(gone.key, jsonb_build_array(gone.meta)))::text]);
  end loop;
end $$;

create or replace function portal_server.presence_state(p_topic text) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_object('metas', metas)), '{}') from (
    select key, jsonb_agg(meta) as metas from portal_server.presences where topic = p_topic group by key) as present
$$;
