-- What a patient's open pages follow.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table
      public.applicator_agreements,
      public.completed_phases,
      public.customers,
      public.message_pictures,
      public.message_reads,
      public.message_threads,
      public.messages,
      public.outcome_events,
      public.periods,
      public.safety_checks,
      public.test_results,
      public.treatment_day_timers;
  end if;
end $$;
