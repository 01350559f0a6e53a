CREATE OR REPLACE FUNCTION private.end_calendars()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name = 'care_team' then
    delete from private.calendar_feeds where person_id = new.id;
    delete from private.busy_calendars where person_id = new.id;
  elsif tg_table_name = 'customers' then
    delete from private.calendar_feeds where user_id = new.user_id;
  else
    delete from private.calendar_feeds where user_id in (select user_id from public.customers where customer_email = old.email);
  end if;
  return null;
end $function$
;

revoke all on function private.end_calendars() from public, anon, authenticated, service_role;

CREATE TRIGGER end_calendars AFTER UPDATE OF deactivated_at, role ON public.care_team FOR EACH ROW WHEN (((new.deactivated_at IS NOT NULL) OR (new.role = 'administrator'::text))) EXECUTE FUNCTION private.end_calendars();

CREATE TRIGGER end_calendars AFTER UPDATE OF privacy_policy_accepted, data_usage_consent ON public.customers FOR EACH ROW WHEN ((NOT (new.privacy_policy_accepted AND new.data_usage_consent))) EXECUTE FUNCTION private.end_calendars();

CREATE TRIGGER end_calendars_when_deleted AFTER DELETE ON public.invitations FOR EACH ROW EXECUTE FUNCTION private.end_calendars();

CREATE TRIGGER end_calendars_when_revoked AFTER UPDATE OF revoked_at ON public.invitations FOR EACH ROW WHEN ((new.revoked_at IS NOT NULL)) EXECUTE FUNCTION private.end_calendars();
