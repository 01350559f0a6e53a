-- A patient who calls a procedure through PostgREST can have its transaction rolled back: by a filter that leaves no row for
-- a single object, or by a cast that breaks. A count of tries goes with it. So what counts is the service's to call, and
-- functions ask for the patient whom they checked (docs/decisions/0017-supabase-as-it-is.md).

drop function public.ask_email_change(text);
create function public.ask_email_change(p_user uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.customers join public.invitations on invitations.email = customer_email
    where user_id = p_user and revoked_at is null
  ) then
    raise exception using errcode = '42501', message = 'Patients change their own address';
  end if;
  return private.ask_email_change(p_user, lower(trim(p_email)));
end $$;
revoke all on function public.ask_email_change(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.ask_email_change(uuid, text) to service_role;

-- Reads one call, whose parties alone see it, and counts nothing: the function in front of it does.
drop function public.enter_call(uuid);
alter function private.find_call(uuid) rename to enter_call;
alter function private.enter_call(uuid) set schema public;
revoke all on function public.enter_call(uuid) from public, anon, authenticated, service_role;
grant execute on function public.enter_call(uuid) to anon, authenticated;
