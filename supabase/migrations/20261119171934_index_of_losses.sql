create index outcome_events_losses on public.outcome_events (user_id) where kind = 'loss';
