create table public.care_team (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100)
    constraint name_is_plain check (private.is_plain_line(name)),
  role text not null,
  email text not null unique check (email = lower(email) and email like '%_@_%')
    constraint email_ends check (length(email) <= 254)
    constraint email_is_plain check (private.is_plain_line(email)),
  -- The check refuses a zone that PostgreSQL does not know.
  time_zone text not null check (timezone(time_zone, timestamptz 'epoch') is not null)
    constraint time_zone_ends check (length(time_zone) <= 64),
  bio text not null default '' check (length(bio) <= 2000),
  active boolean not null default true,
  user_id uuid unique references auth.users on delete set null,
  -- The only second factor that counts. No foreign key: ids of factors are never reused.
  factor_id uuid,
  invited_at timestamptz,
  invited_by uuid,
  -- When this person first used their setup code.
  joined_at timestamptz,
  deactivated_at timestamptz,
  -- The role that a clinician still has to agree to. If it equals `role`, this person has no role yet.
  proposed_role text check (proposed_role in ('coach', 'clinician')),
  proposed_by uuid,
  proposed_at timestamptz,
  -- The name of a drawn portrait. Without one, people see the person's initials.
  portrait text
  constraint portrait_is_a_name check (portrait ~ '^[a-z0-9-]{1,40}$'),
  constraint care_team_role_check check (role in ('coach', 'clinician', 'administrator')),
  constraint nobody_books_who_left check (deactivated_at is null or not active)
);
alter table public.care_team enable row level security;
revoke all on public.care_team from anon, authenticated, service_role;
grant select, insert, update, delete on public.care_team to service_role;
alter table public.care_team alter column user_id set statistics 0;

-- The setup code, which is given in person in addition to the emailed code. Only its keyed hash, for 72 hours and five tries.
create table private.set_up_codes (
  person_id uuid primary key references public.care_team on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null default now() + interval '72 hours',
  wrong_tries integer not null default 0
);
alter table private.set_up_codes enable row level security;
revoke all on private.set_up_codes from public, anon, authenticated, service_role;

create function private.set_up_code(p_person uuid, p_code_hash text) returns void
language sql set search_path = '' as $$
  insert into private.set_up_codes (person_id, code_hash) values (p_person, p_code_hash)
  on conflict (person_id) do update
  set code_hash = excluded.code_hash, expires_at = excluded.expires_at, wrong_tries = 0
$$;

-- Whether this person's role counts now.
create function private.is_member(p_person public.care_team) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_person.joined_at is not null and p_person.deactivated_at is null
    and p_person.role is distinct from p_person.proposed_role;
end $$;

-- PL/pgSQL, because one answer asks it several times, and the plan is kept for the session.
create function private.staff_of(p_user uuid) returns public.care_team
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  select care_team.* into person from public.care_team
  where invited_at is not null and deactivated_at is null
    and (user_id = p_user or user_id is null and email = (select lower(users.email) from auth.users where id = p_user));
  return person;
end $$;

-- The users of a team member, including one who signed in by email and has not used the setup code yet.
create function private.accounts_of(p_person public.care_team) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select id from auth.users where id = p_person.user_id or email = p_person.email)
$$;

-- Changes of people run one by one: two administrators who remove each other would otherwise leave none.
create function private.lock_care_team() returns void
language sql set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('care team', 0)) $$;

create function private.refuse_team(p_status text, p_code text, p_sentence text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = p_status, message = p_sentence, detail = p_code;
end $$;

-- Null is the command line, which needs no one's agreement.
create function private.require_team_role(p_by uuid, p_roles text[], p_person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if p_by = p_person then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t change your own role or second factor.');
  end if;
  if p_by is not null and not exists (
    select from public.care_team as acting where id = p_by and private.is_member(acting) and role = any (p_roles)
  ) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
end $$;

create function private.needs_agreement(p_by uuid, p_person uuid, p_role text) returns boolean
language sql stable set search_path = '' as $$
  select p_by is not null and p_role in ('coach', 'clinician') and exists (
    select from public.care_team as clinician
    where role = 'clinician' and private.is_member(clinician) and id is distinct from p_person)
$$;

-- A team member who has not left, locked.
create function private.team_member(p_person uuid) returns public.care_team
language plpgsql set search_path = '' as $$
declare
  person public.care_team;
begin
  select * into person from public.care_team where id = p_person and deactivated_at is null for update;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the team.');
  elsif person.invited_at is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person takes calls and was never invited. Invite them first.');
  end if;
  return person;
end $$;

-- The last administrator stays. As a trigger, so that this holds for an operator's SQL too.
create function private.keep_last_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.role <> 'administrator' or not private.is_member(old)
    or tg_op = 'UPDATE' and new.role = 'administrator' and private.is_member(new) then
    return coalesce(new, old);
  end if;
  perform private.lock_care_team();
  if not exists (
    select from public.care_team as other where role = 'administrator' and private.is_member(other) and id <> old.id
  ) then
    perform private.refuse_team('PT409', 'last_administrator',
      'You can’t deactivate the only administrator. Make someone else an administrator first.');
  end if;
  return coalesce(new, old);
end $$;

create trigger keep_last_administrator before update or delete on public.care_team
  for each row execute function private.keep_last_administrator();

-- If there is a clinician, a new coach or clinician needs a clinician's agreement. So no administrator may remove the last clinician, because
-- after that no agreement would be needed. The command line, which names no person, may.
create function private.keep_last_clinician() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (private.named_person()).id is null or old.role <> 'clinician' or not private.is_member(old)
    or new.role = 'clinician' and private.is_member(new) then
    return new;
  end if;
  if not exists (
    select from public.care_team as other where role = 'clinician' and private.is_member(other) and id <> old.id
  ) then
    perform private.refuse_team('PT409', 'last_clinician',
      'You can’t deactivate the only clinician. Make someone else a clinician first.');
  end if;
  return new;
end $$;

create trigger keep_last_clinician before update of role, proposed_role, deactivated_at, joined_at on public.care_team
  for each row execute function private.keep_last_clinician();
