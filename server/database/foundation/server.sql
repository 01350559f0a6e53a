-- The server's own functions and tables, and the history of migrations.

-- Opens a request: one of a session that has ended fails here, before the caller's role sees anything, even
-- where a function acts for the caller.
create or replace function portal_server.enter(p_role text, p_claims text, p_session uuid) returns void
language plpgsql as $$
begin
  if (p_role = 'authenticated' or p_session is not null) and not exists (
    select from auth.sessions where id = p_session and (not_after is null or not_after > now())
  ) then
    raise exception using errcode = 'PT401', message = 'Session from session_id claim in JWT does not exist';
  end if;
  perform set_config('request.jwt.claims', p_claims, true), set_config('role', p_role, true);
end $$;

-- What statements of the REST API call in the caller's role.
create schema if not exists portal_rest;
revoke all on schema portal_rest from public;
grant usage on schema portal_rest to anon, authenticated, service_role;

create or replace function portal_rest.refuse_answer(p_bytes bigint, p_most bigint) returns boolean
language plpgsql stable parallel safe as $$
begin
  raise exception using errcode = 'program_limit_exceeded',
    message = format('The answer is larger than %s MB', p_most / 1048576),
    hint = 'Ask for fewer columns, or for fewer rows at a time with limit and offset.';
end $$;

-- Outside production only: what was sent, for /dev/mailbox.
create table if not exists portal_server.mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  channel text not null check (channel in ('email', 'sms')),
  subject text,
  body_text text not null,
  body_html text,
  code text,
  attachments jsonb not null default '[]',
  sent_at timestamptz not null default now()
);
create index if not exists mailbox_recipient on portal_server.mailbox (recipient, id desc);

-- Outside production only: the people of the demo, whom /dev lists and signs in without a wait. Loading the demo alone writes here.
create table if not exists portal_server.demo_people (
  email text primary key,
  place integer not null,
  side text not null check (side in ('patient', 'team')),
  name text not null,
  -- The heading that they are listed under.
  chapter text not null,
  summary text not null
);

create table if not exists portal_server.facts (name text primary key, value jsonb not null);

create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
