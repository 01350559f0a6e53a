create function private.stamp_surrogacy_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(new.family_set_up like '%surrogate%', false)
    <> (tg_op = 'UPDATE' and coalesce(old.family_set_up like '%surrogate%', false)) then
    update public.customers set surrogacy_changed_at = now() where user_id = new.user_id;
  end if;
  return null;
end $$;

create trigger stamp_surrogacy_change after insert or update of family_set_up on public.onboarding_info
  for each row execute function private.stamp_surrogacy_change();

-- The newest statement about who uses the applicator, if it still counts. PL/pgSQL keeps the plan for the whole session.
create function private.stated_agreement(p_user uuid) returns public.applicator_agreements
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select agreement from public.applicator_agreements as agreement
    join public.customers on customers.user_id = agreement.user_id
    where agreement.user_id = p_user and agreement.created_at >= coalesce(surrogacy_changed_at, '-infinity')
    order by agreement.created_at desc, agreement.id limit 1);
end $$;

-- The id of a body: the patient's own id, or for someone else the id of the first agreement under their name.
create function private.body_of(p_stated public.applicator_agreements) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when p_stated.person = 'self' then p_stated.user_id else (
    select id from public.applicator_agreements
    where user_id = p_stated.user_id and person = p_stated.person and lower(btrim(name)) = lower(btrim(p_stated.name))
    order by created_at, id limit 1) end
$$;

-- Whose body new entries are about; null while a surrogate has not been named.
create function private.present_body(p_user uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  stated constant public.applicator_agreements := private.stated_agreement(p_user);
begin
  if stated.id is not null then
    return private.body_of(stated);
  end if;
  return case when not exists (select from public.onboarding_info
    where user_id = p_user and family_set_up like '%surrogate%') then p_user end;
end $$;

-- The day since which it is this body, in the patient's calendar; null if it always was. Most patients never named anyone else, so the
-- search ends early.
create function private.body_since(p_user uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  changed constant timestamptz := (select surrogacy_changed_at from public.customers where user_id = p_user);
  present uuid;
  other_until timestamptz;
  stated_since timestamptz;
begin
  if changed is null and not exists (select from public.applicator_agreements where user_id = p_user) then
    return null;
  end if;
  present := private.present_body(p_user);
  other_until := (select max(created_at) from public.applicator_agreements as agreement
    where user_id = p_user and private.body_of(agreement) is distinct from present);
  stated_since := (select min(created_at) from public.applicator_agreements as agreement
    where user_id = p_user and private.body_of(agreement) = present and created_at > coalesce(other_until, '-infinity'));
  -- Until the patient names someone else, the body is their own.
  return private.day_at(
    greatest(changed, case when other_until is not null or present <> p_user then stated_since end), private.known_zone(p_user));
end $$;

-- A new row belongs to the body that is stated when it is written.
create function private.fill_body() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.body := coalesce(new.body, private.present_body(new.user_id), new.user_id);
  return new;
end $$;

create trigger fill_body before insert on public.periods for each row execute function private.fill_body();

create trigger fill_body before insert on public.safety_checks for each row execute function private.fill_body();
