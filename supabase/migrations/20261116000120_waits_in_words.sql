-- The auth service shows its hook's words as they are. They are those of domain/contracts/wait-words.ts, and a test holds
-- the two together.
create function private.wait_in_words(p_seconds integer) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_seconds = 1 then '1 second'
    when p_seconds <= 300 then p_seconds || ' seconds'
    when p_seconds <= 3600 then ceil(p_seconds / 60.0) || ' minutes'
    else ceil(p_seconds / 3600.0) || ' hours' end
$$;

-- An address that is not there, or empty, is nobody's: all whom it stood for would be one client, and out together.
create or replace function private.before_user_created(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  answer jsonb := public.ask_invitation(event #>> '{user,email}', nullif(trim(event #>> '{metadata,ip_address}'), ''));
begin
  if (answer ->> 'wait')::integer > 0 then
    return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', format(
      'Too many attempts. Please try again in %s.', private.wait_in_words((answer ->> 'wait')::integer))));
  end if;
  if (answer ->> 'invited')::boolean then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403, 'message', 'This email is not authorized to use the application.'));
end $$;

revoke all on function private.wait_in_words(integer) from public, anon, authenticated, service_role;
