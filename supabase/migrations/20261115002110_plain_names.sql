-- Names, titles and numbers stand in mails' headers, calendars, texts and lists: one line each, without characters that
-- cannot be seen or that turn what follows. domain/contracts/plain-line.ts has the same list and says why.

create function private.is_plain_line(line text) returns boolean
language sql immutable set search_path = '' as $$
  select line !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]'
$$;
revoke all on function private.is_plain_line(text) from public;
-- A constraint's function runs as whoever writes the row.
grant execute on function private.is_plain_line(text) to authenticated, service_role;

-- What is there is cleaned: a break becomes a blank, what cannot be seen goes.
do $$
declare
  place record;
  clean constant text := $sql$btrim(regexp_replace(
    regexp_replace(%2$I, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'),
    '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]', '', 'g'))$sql$;
begin
  for place in
    select * from (values
      ('invitations', 'first_name'), ('invitations', 'last_name'), ('invitations', 'phone'),
      ('invitations', 'programme_name'),
      ('customers', 'customer_first_name'), ('customers', 'customer_last_name'), ('customers', 'customer_phone'),
      ('customers', 'programme_name'),
      ('care_team', 'name'), ('appointment_types', 'name'),
      ('blog_collections', 'title'), ('blog_articles', 'title'), ('medical_notes', 'title'), ('outbox', 'subject')
    ) as places (of_table, of_column)
  loop
    execute format('update public.%1$I set %2$I = coalesce(nullif(' || clean || $sql$, ''), '-')
      where not private.is_plain_line(%2$I)$sql$, place.of_table, place.of_column);
    execute format('alter table public.%I add constraint %I check (private.is_plain_line(%I))',
      place.of_table, place.of_column || '_is_plain', place.of_column);
  end loop;
end $$;

-- An address cannot be cleaned without becoming another one.
alter table public.invitations add constraint email_is_plain check (private.is_plain_line(email)) not valid;
alter table public.customers add constraint customer_email_is_plain check (private.is_plain_line(customer_email)) not valid;
alter table public.care_team add constraint email_is_plain check (private.is_plain_line(email)) not valid;
alter table public.outbox add constraint recipient_is_plain check (private.is_plain_line(recipient)) not valid;
