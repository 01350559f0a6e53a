-- The care team's second factor, an authenticator app. Codes have six digits and live a minute and a half, so guessing has
-- to be counted, whoever guesses and from wherever: five wrong codes lock the factor for 15 minutes.

create table private.factor_tries (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  -- Of the last 15 minutes. A right code does not clear them: its owner's sign-ins would give a guesser five tries each.
  wrong_at timestamptz[] not null default '{}',
  locked_until timestamptz not null default '-infinity'
);
alter table private.factor_tries enable row level security;
revoke all on private.factor_tries from public, anon, authenticated, service_role;

-- The hook that Supabase's auth service calls after it has looked at a code, with {user_id, factor_id, factor_type, valid};
-- our own server calls it too. Tries at one factor wait for each other, and each finds what the one before it left. While
-- the factor is locked the right code is rejected as well, or guessing would go on.
create function public.mfa_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  factor constant uuid := event ->> 'factor_id';
  is_right constant boolean := coalesce((event ->> 'valid')::boolean, false);
  tries private.factor_tries;
  moment timestamptz;
begin
  insert into private.factor_tries (factor_id) values (factor) on conflict (factor_id) do nothing;
  select * into tries from private.factor_tries where factor_id = factor for update;
  -- The time after the wait.
  moment := clock_timestamp();
  if tries.locked_until > moment then
    return jsonb_build_object('decision', 'reject', 'message', format('Too many wrong codes. Please try again in %s.',
      private.wait_in_words(ceil(extract(epoch from tries.locked_until - moment))::integer)));
  end if;
  if not is_right then
    tries.wrong_at := array(
      select earlier from unnest(tries.wrong_at) as earlier where earlier > moment - interval '15 minutes') || moment;
    update private.factor_tries set
      wrong_at = case when cardinality(tries.wrong_at) < 5 then tries.wrong_at else '{}' end,
      locked_until = case when cardinality(tries.wrong_at) < 5 then locked_until else moment + interval '15 minutes' end
    where factor_id = factor;
  end if;
  return '{"decision": "continue"}';
end $$;
revoke all on function public.mfa_verification_attempt(jsonb) from public, anon, authenticated, service_role;
do $$
begin
  -- The auth service's own role, which exists on Supabase alone.
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema public to supabase_auth_admin;
    grant execute on function public.mfa_verification_attempt(jsonb) to supabase_auth_admin;
  end if;
end $$;
