-- 'No diagnosis' and 'No previous treatments' say that there is nothing else to say. Answers from before the rule stay as they
-- were given until their patient changes them.
alter table public.onboarding_info
  add constraint no_diagnosis_stands_alone
    check (cardinality(infertility_diagnosis) = 1 or 'No diagnosis' <> all (infertility_diagnosis)) not valid,
  add constraint no_treatments_stand_alone
    check (cardinality(previous_treatments) = 1 or 'No previous treatments' <> all (previous_treatments)) not valid;
