create table public.note_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  -- Null once the author has left the team. A clinician then adopts or discards the draft.
  author_id uuid references public.care_team on delete set null,
  begun_by text check (length(begun_by) <= 100),
  version integer not null default 1,
  kind text not null check (kind in ('medical', 'consultation')),
  reference text check (length(reference) between 1 and 100),
  title text not null check (length(title) <= 200) constraint title_is_plain check (private.is_plain_line(title)),
  noted_on date not null,
  content text not null check (length(content) <= 20000),
  saved_at timestamptz not null default now(),
  constraint note_drafts_reference
  check ((kind = 'consultation') = (reference is not null))
);
alter table public.note_drafts alter column user_id set statistics 0;
alter table public.note_drafts enable row level security;
revoke all on public.note_drafts from anon, authenticated, service_role;
create index note_drafts_of_patient on public.note_drafts (user_id, saved_at desc);
create index note_drafts_of_author on public.note_drafts (author_id);

create table public.note_addenda (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  note_id uuid not null,
  content text not null check (length(content) between 1 and 20000),
  html text check (length(html) <= 100000),
  author_id uuid not null,
  author_name text not null check (length(author_name) <= 100),
  author_role text not null check (author_role in ('coach', 'clinician')),
  signed_at timestamptz not null default now()
);
alter table public.note_addenda alter column user_id set statistics 0;
alter table public.note_addenda enable row level security;
revoke all on public.note_addenda from anon, authenticated, service_role;
create index note_addenda_of_patient on public.note_addenda (user_id, signed_at desc);
create index note_addenda_of_note on public.note_addenda (note_id, signed_at);

create table public.note_withdrawals (
  note_id uuid primary key,
  user_id uuid not null references public.customers on delete cascade,
  reason text not null check (length(reason) between 1 and 2000),
  author_id uuid not null,
  author_name text not null check (length(author_name) <= 100),
  author_role text not null check (author_role in ('coach', 'clinician')),
  signed_at timestamptz not null default now()
);
alter table public.note_withdrawals alter column user_id set statistics 0;
alter table public.note_withdrawals enable row level security;
revoke all on public.note_withdrawals from anon, authenticated, service_role;
create index note_withdrawals_of_patient on public.note_withdrawals (user_id, signed_at desc);

-- No line for each save, because drafts save themselves and would fill the log.
create trigger audit_note_drafts after insert or delete on public.note_drafts
  for each row execute function private.audit_change();

create trigger audit_note_addenda after insert or update or delete on public.note_addenda
  for each row execute function private.audit_change();

create trigger audit_note_withdrawals after insert or update or delete on public.note_withdrawals
  for each row execute function private.audit_change();

-- For every role: it is deleted with the account, never earlier.
create function private.refuse_changing_signed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.signed_at is not null and (tg_op = 'UPDATE' or exists (select from auth.users where id = old.user_id)) then
    raise exception using errcode = '42501', message = 'A signed note cannot be changed';
  end if;
  return case when tg_op = 'UPDATE' then new else old end;
end $$;

create trigger signed_stays before update or delete on public.medical_notes
  for each row execute function private.refuse_changing_signed();

create trigger signed_stays before update or delete on public.consultation_notes
  for each row execute function private.refuse_changing_signed();

create trigger signed_stays before update or delete on public.note_addenda
  for each row execute function private.refuse_changing_signed();

create trigger signed_stays before update or delete on public.note_withdrawals
  for each row execute function private.refuse_changing_signed();

create trigger never_emptied before truncate on public.medical_notes
  for each statement execute function private.refuse_change();

create trigger never_emptied before truncate on public.consultation_notes
  for each statement execute function private.refuse_change();

create trigger never_emptied before truncate on public.note_addenda
  for each statement execute function private.refuse_change();

create trigger never_emptied before truncate on public.note_withdrawals
  for each statement execute function private.refuse_change();

create function private.pass_drafts_on() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.note_drafts set author_id = null, begun_by = new.name where author_id = new.id;
  return null;
end $$;

create trigger pass_drafts_on after update of role, deactivated_at on public.care_team
  for each row when (new.role = 'administrator' or new.deactivated_at is not null) execute function private.pass_drafts_on();

-- Notes of both kinds as staff see them, withdrawn ones included.
create view private.written_notes as
  select id, user_id, 'medical' as kind, null as reference, title, noted_on, content, created_at,
    author_id, author_name, author_role, signed_at from public.medical_notes
  union all
  select id, user_id, 'consultation', consultation_reference, title, null, notes, created_at,
    author_id, author_name, author_role, signed_at from public.consultation_notes;
revoke all on private.written_notes from public, anon, authenticated, service_role;

-- PL/pgSQL keeps its plan for the whole session: a record asks this and the next one for each of its notes.
create function private.author_words(p_name text, p_role text, p_signed_at timestamptz) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_signed_at is not null then jsonb_build_object('name', p_name, 'role', p_role, 'signedAt', p_signed_at) end;
end $$;

create function private.addenda_of(p_note uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'text', coalesce(html, content),
      'author', private.author_words(author_name, author_role, signed_at)) order by signed_at, id), '[]')
    from public.note_addenda where note_id = p_note);
end $$;

create function private.is_withdrawn(p_note uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.note_withdrawals where note_id = p_note)
$$;

create function public.read_notes_of_consultation(p_user uuid, p_reference text)
returns table (title text, notes text, created_at timestamptz, author jsonb, addenda jsonb)
language sql security definer set search_path = '' as $$
  select title, notes, created_at, private.author_words(author_name, author_role, signed_at), private.addenda_of(id)
  from public.read_consultation_notes(p_user, p_reference)
$$;
revoke all on function public.read_notes_of_consultation(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.read_notes_of_consultation(uuid, text) to service_role;

-- An addendum or a withdrawal refreshes the list that the note is in.
create function private.publish_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('table', kind || '_notes'), 'change', 'patient:' || new.user_id, true)
  from private.written_notes where id = new.note_id;
  return null;
end $$;

create trigger publish_to_patient after insert on public.note_addenda for each row execute function private.publish_note();

create trigger publish_to_patient after insert on public.note_withdrawals for each row execute function private.publish_note();
