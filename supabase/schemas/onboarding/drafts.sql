-- A questionnaire that the patient has not saved yet. Only they can read it, until it is saved or for 30 days.
create table public.questionnaire_drafts (
  user_id uuid primary key references public.customers on delete cascade,
  -- The form's fields (domain/onboarding/questionnaire-form.ts), complete or not.
  form jsonb not null check (jsonb_typeof(form) = 'object' and octet_length(form::text) <= 100000),
  -- The time of the saved answers that the draft started from; null if there were none.
  answers_at timestamptz,
  updated_at timestamptz not null default now()
);
alter table public.questionnaire_drafts alter column user_id set statistics 0;
alter table public.questionnaire_drafts enable row level security;
revoke all on public.questionnaire_drafts from anon, authenticated, service_role;
grant select, insert, update, delete on public.questionnaire_drafts to service_role;
grant select, delete, insert (user_id, form, answers_at), update (user_id, form, answers_at)
  on public.questionnaire_drafts to authenticated;

create policy "Patients read their own draft" on public.questionnaire_drafts
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

-- Refuses a draft that started before newer answers were saved on another device, because it would restore the old ones.
create policy "Patients begin a draft of their newest answers" on public.questionnaire_drafts
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.has_consented())
    and answers_at is not distinct from (select updated_at from public.onboarding_info where user_id = (select auth.uid())));

create policy "Patients change a draft of their newest answers" on public.questionnaire_drafts
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_consented()))
  with check (user_id = (select auth.uid())
    and answers_at is not distinct from (select updated_at from public.onboarding_info where user_id = (select auth.uid())));

create policy "Patients discard their own draft" on public.questionnaire_drafts
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create function private.stamp_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' then
    perform private.require_limit('own-changes:' || auth.uid(), 1000, 600);
  end if;
  new.updated_at := now();
  return new;
end $$;
revoke all on function private.stamp_draft() from public, anon, authenticated, service_role;

create trigger stamp_questionnaire_drafts before insert or update on public.questionnaire_drafts
  for each row execute function private.stamp_draft();

-- Saved answers end the draft on every device.
create function private.end_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.questionnaire_drafts where user_id = new.user_id;
  return null;
end $$;
revoke all on function private.end_draft() from public, anon, authenticated, service_role;

create trigger end_draft after insert or update on public.onboarding_info
  for each row execute function private.end_draft();

-- Only a new or deleted draft has a log line: a draft saves itself and would fill the log, and its expiry is no one's act.
create trigger audit_questionnaire_drafts after insert on public.questionnaire_drafts
  for each row execute function private.audit_change();

create trigger audit_ended_questionnaire_drafts after delete on public.questionnaire_drafts
  for each row when (old.updated_at > now() - interval '30 days') execute function private.audit_change();

create function public.forget_old_drafts() returns void
language sql security definer set search_path = '' as $$
  delete from public.questionnaire_drafts where updated_at <= now() - interval '30 days';
  select public.mark_schedule_run('forget-old-drafts', 200);
$$;
revoke all on function public.forget_old_drafts() from public, anon, authenticated, service_role;
grant execute on function public.forget_old_drafts() to service_role;
