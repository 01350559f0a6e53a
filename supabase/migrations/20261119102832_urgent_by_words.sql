alter table public.symptom_reports drop constraint urgent_by_its_signs;
alter table public.symptom_reports add constraint urgent_by_signs_or_words check (
  case when signs && '{fever,fainting}' or strength = 'strong' and signs && '{pain,bleeding}' then urgent
    else not urgent or words is not null end);
