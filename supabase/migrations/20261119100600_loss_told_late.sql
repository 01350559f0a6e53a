-- A loss that is told late is judged by what has happened since, and by what was known then: a resume, or doubt that was
-- resolved, before anybody had been told of the loss did not decide about going on after it.

-- As before, with the moment at which a loss was told. Neither a test nor the end of a pause leads around the clinician, who
-- decides about going on after a loss.
create or replace function private.care_standing(p_user uuid,
  out state text, out status text, out after_positive boolean, out after_loss boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  fact record;
  before_pause text := 'treatment';
  last_sure text := 'treatment';
  positive_in integer[] := '{}';
  open_in integer;
  -- When the loss since the last resume was first told: whoever decided before could not know of it.
  loss_told_at timestamptz;
begin
  state := 'treatment';
  after_loss := false;
  after_positive := false;
  for fact in
    -- The portal knows moments to the millisecond.
    select result as kind, cycle_number as cycle, null as resolved_to, taken_on as day,
      date_trunc('milliseconds', created_at) as arrived_at, id
    from public.test_results where user_id = p_user and result_type = 'PREGNANCY'
    union all
    select kind, cycle, resolved_to, day, date_trunc('milliseconds', created_at), id
    from public.outcome_events where user_id = p_user and withdrawn_at is null
    order by day, arrived_at, id
  loop
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
        loss_told_at := least(loss_told_at, fact.arrived_at);
      when 'stop' then
        state := 'stopped';
      when 'pause' then
        if state in ('treatment', 'unsure') and not after_positive then
          before_pause := state;
          state := 'paused';
        end if;
      when 'resume' then
        if state in ('paused', 'after-loss', 'stopped') then
          if fact.arrived_at < loss_told_at then
            state := 'after-loss';
          elsif state = 'paused' then
            state := before_pause;
            positive_in := '{}';
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_told_at := null;
          end if;
        end if;
      when 'resolve' then
        case
          when fact.resolved_to = 'after-loss' then
            state := 'after-loss';
            after_loss := true;
            loss_told_at := least(loss_told_at, fact.arrived_at);
          when fact.arrived_at < loss_told_at then
            state := 'after-loss';
          when fact.resolved_to = 'pregnant' then
            state := 'pregnant';
            positive_in := positive_in || fact.cycle;
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_told_at := null;
        end case;
    end case;
    -- Since the last resume, in the same treatment cycle.
    after_positive := state = 'unsure' and coalesce(open_in = any (positive_in), false);
    last_sure := case state when 'unsure' then last_sure else state end;
  end loop;
  status := case last_sure
    when 'treatment' then 'Active' when 'pregnant' then 'Pregnant' when 'stopped' then 'Withdrawn' else 'Paused' end;
end $$;

-- Whoever went on before the loss was known stands after it from now on.
do $$
begin
  perform private.follow_care_state(user_id) from public.customers
  where status <> (select standing.status from private.care_standing(user_id) as standing);
end $$;
