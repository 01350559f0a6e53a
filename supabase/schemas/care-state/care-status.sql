-- A patient's care state: applies tests and events in order and returns the state after the last one.
-- After a loss, only a clinician decides whether treatment resumes: not a test, not the end of a pause, and not a decision from before
-- anyone knew of the loss.
create function private.care_status(p_user uuid,
  out state text, out status text, out after_positive boolean, out after_loss boolean, out asks_for_status boolean,
  out positive_waits boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  fact record;
  before_pause text := 'treatment';
  last_sure text := 'treatment';
  positive_in integer[] := '{}'::integer[];
  open_in integer;
  -- When a loss after the last resume was first reported. Decisions before that didn't take it into account.
  loss_reported_at timestamptz;
  -- When a clinician was asked to decide, and when one last did (domain/care-state/turning-points.ts).
  before text;
  was_open boolean;
  loss_asked_at timestamptz;
  end_asked_at timestamptz;
  decided_at timestamptz;
begin
  state := 'treatment';
  after_loss := false;
  after_positive := false;
  for fact in
    -- Times are rounded to the portal's milliseconds. Like Today, this reads the newest 500 of each kind, so one patient cannot slow down a list.
    select result as kind, cycle_number as cycle, null as resolved_to, taken_on as day,
      date_trunc('milliseconds', created_at) as arrived_at, id, false as by_clinician
    from (select * from public.test_results where user_id = p_user and result_type = 'PREGNANCY'
      order by created_at desc limit 500) as test
    union all
    select kind, cycle, resolved_to, day, date_trunc('milliseconds', created_at), id, recorded_by_role is not distinct from 'clinician'
    from (select * from public.outcome_events where user_id = p_user and withdrawn_at is null
      order by created_at desc limit 500) as event
    order by day, arrived_at, id
  loop
    before := state;
    was_open := after_positive;
    case fact.kind
      when 'positive' then
        positive_in := positive_in || fact.cycle;
        if state <> 'after-loss' and not after_positive then
          state := 'pregnant';
        end if;
      when 'negative' then
        if state = 'pregnant' then
          state := 'unsure';
          open_in := fact.cycle;
        elsif state = 'unsure' and not after_positive then
          state := case when after_loss then 'stopped' else 'treatment' end;
        end if;
      when 'unclear' then
        if state <> 'after-loss' and not after_positive then
          state := 'unsure';
          open_in := fact.cycle;
        end if;
      when 'loss' then
        state := 'after-loss';
        after_loss := true;
        loss_reported_at := least(loss_reported_at, fact.arrived_at);
      when 'stop' then
        state := 'stopped';
      when 'pause' then
        if state in ('treatment', 'unsure') and not after_positive then
          before_pause := state;
          state := 'paused';
        end if;
      when 'resume' then
        if state in ('paused', 'after-loss', 'stopped') then
          if fact.arrived_at < loss_reported_at then
            state := 'after-loss';
          elsif state = 'paused' then
            state := before_pause;
            positive_in := '{}';
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_reported_at := null;
          end if;
        end if;
      when 'resolve' then
        case
          when fact.resolved_to = 'after-loss' then
            state := 'after-loss';
            after_loss := true;
            loss_reported_at := least(loss_reported_at, fact.arrived_at);
          when fact.arrived_at < loss_reported_at then
            state := 'after-loss';
          when fact.resolved_to = 'pregnant' then
            state := 'pregnant';
            positive_in := positive_in || fact.cycle;
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_reported_at := null;
        end case;
    end case;
    -- The patient reported a positive test after the last resume, in the treatment cycle that is now unsure.
    after_positive := state = 'unsure' and coalesce(open_in = any (positive_in), false);
    last_sure := case state when 'unsure' then last_sure else state end;
    if after_positive and not was_open
      or (fact.kind = 'loss' or fact.resolved_to = 'after-loss') and before <> 'after-loss' then
      loss_asked_at := fact.arrived_at;
    end if;
    if fact.kind = 'positive' and before in ('after-loss', 'stopped') then
      end_asked_at := fact.arrived_at;
    end if;
    if fact.by_clinician and fact.kind in ('loss', 'resolve') then
      decided_at := greatest(decided_at, fact.arrived_at);
    end if;
  end loop;
  status := case last_sure
    when 'treatment' then 'Active' when 'pregnant' then 'Pregnant' when 'stopped' then 'Withdrawn' else 'Paused' end;
  asks_for_status := coalesce(
    state in ('unsure', 'after-loss') and loss_asked_at > coalesce(decided_at, '-infinity')
    or state in ('after-loss', 'pregnant') and end_asked_at > coalesce(decided_at, '-infinity'), false);
  positive_waits := coalesce(state = 'after-loss' and end_asked_at > coalesce(decided_at, '-infinity'), false);
end $$;

create function private.care_state(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select state from private.care_status(p_user)
$$;
