-- Who is told when something happens to a second factor or to a role that opens records: the person and the administrators, by
-- mail, in the transaction in which it happens. Each mail says to whom it speaks, what happened, when, and what to do; nothing
-- in it can be clicked, and the subject names nobody.
create function private.in_html(p_text text) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(replace(p_text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), '''', '&#39;')
$$;

-- The page of domain/notifications/page.ts, with paragraphs alone.
create function private.mail_page(p_title text, p_paragraphs text[]) returns text
language sql immutable set search_path = '' as $$
  select format($html$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>%1$s</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #1f1520 !important; }
  .card { background: #2a1d2b !important; border-color: #46334a !important; }
  .ink { color: #f6ebdf !important; }
  .soft { color: #c9b9bf !important; }
  .brand { color: #f0b4c4 !important; }
  .panel { background: #3a2734 !important; color: #fbe9dc !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf6ef;">
<div class="paper" style="background:#fbf6ef;padding:32px 16px;font-family:Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px 28px 12px;background:#fffdfa;border:1px solid #e8dfd3;border-radius:18px;">
<p class="brand" style="margin:0 0 24px;font-family:Fraunces, Georgia, 'Times New Roman', serif;font-size:22px;line-height:28px;font-weight:500;color:#7a2e4a;">Béa</p>
<h1 class="ink" style="margin:0 0 12px;font-family:Fraunces, Georgia, 'Times New Roman', serif;font-size:30px;line-height:38px;font-weight:500;color:#232a3d;">%1$s</h1>
%2$s
</div>
</div>
</body>
</html>
$html$, private.in_html(p_title), (
    select string_agg('<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">'
      || private.in_html(words) || '</p>', E'\n' order by place)
    from unnest(p_paragraphs) with ordinality as paragraph (words, place)))
$$;

-- As somebody reads it where they are: 'Monday, November 16, 2026, at 9:05 am (America/New_York)'.
create function private.moment_in_words(p_zone text) returns text
language sql stable set search_path = '' as $$
  select to_char(now() at time zone p_zone, 'FMDay, FMMonth FMDD, YYYY, "at" FMHH12:MI am') || ' (' || p_zone || ')'
$$;

create function private.mail_person(p_to public.care_team, p_subject text, p_paragraphs text[]) returns void
language plpgsql set search_path = '' as $$
declare
  words constant text[] := array['Hello ' || p_to.name || ',', p_paragraphs[1],
    'When: ' || private.moment_in_words(p_to.time_zone) || '.'] || p_paragraphs[2:];
begin
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, purpose)
  values (concat_ws(':', 'team', gen_random_uuid()), 'email', p_to.email, p_subject,
    array_to_string(words || 'Béa'::text, E'\n\n') || E'\n', private.mail_page(p_subject, words), 'security');
end $$;

create function private.mail_administrators(p_but uuid, p_subject text, p_paragraphs text[]) returns void
language sql set search_path = '' as $$
  select private.mail_person(person, p_subject, p_paragraphs) from public.care_team as person
  where role = 'administrator' and private.is_member(person) and id is distinct from p_but
$$;

-- Whom somebody turns to: the administrators by name and address, at most three; else whoever reads the answer to a mail.
create function private.whom_to_tell(p_person uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce('tell an administrator at once: ' || (
    select string_agg(name || ', ' || email, '; ' order by name, email) from (
      select name, email from public.care_team as person
      where role = 'administrator' and private.is_member(person) and id is distinct from p_person
      order by name, email limit 3) as administrators) || '.',
    'tell us at once by replying to this email.')
$$;

create function private.who_acts(p_by uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce((select name from public.care_team where id = coalesce(p_by, (private.named_person()).id)),
    'Somebody with access to the portal’s server')
$$;

-- Whom an administrator asks about what happened to somebody.
create function private.whom_to_ask(p_by uuid, p_person public.care_team) returns text
language sql stable set search_path = '' as $$
  select format('If you know of no reason, please ask %s, and %s, by phone or in person.', p_person.name, coalesce(
    (select name from public.care_team where id = coalesce(p_by, (private.named_person()).id)),
    'whoever looks after the server'))
$$;

-- A role that opens records or makes others: told when it begins to count, and an administrator's also when it ends. A coach who
-- has waited for it hears that the wait is over.
create function private.tell_of_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  had constant text := case when private.is_member(old) then old.role end;
  has constant text := case when private.is_member(new) then new.role end;
  -- Somebody new does it themselves, with the set-up code.
  who constant text := case when old.joined_at is not null then private.who_acts(null) end;
begin
  if has in ('clinician', 'administrator') and has is distinct from had then
    perform private.mail_person(new, 'Your role in the Béa team workspace', array[
      case when who is null
        then format('You set up your sign-in to the Béa team workspace, where you have the role %s.', has)
        else format('%s gave you the role %s in the Béa team workspace.', who, has) end,
      'If this is not right, ' || private.whom_to_tell(new.id)]);
    perform private.mail_administrators(new.id, 'A role in the Béa team workspace', array[
      case when who is null
        then format('%s, %s, has set up their sign-in to the Béa team workspace, with the role %s.', new.name, new.email, has)
        else format('%s gave %s, %s, the role %s in the Béa team workspace.', who, new.name, new.email, has) end,
      'If you know of no reason, please ask them, by phone or in person, and deactivate whoever should not be there.']);
  elsif had = 'administrator' and has is distinct from had then
    perform private.mail_person(new, 'Your role in the Béa team workspace', array[
      format('%s ended your role as administrator in the Béa team workspace.', who),
      'If this is not right, ' || private.whom_to_tell(new.id)]);
    perform private.mail_administrators(new.id, 'An administrator was removed', array[
      format('%s ended the role of %s, %s, as administrator in the Béa team workspace.', who, new.name, new.email),
      private.whom_to_ask(null, new)]);
  elsif has = 'coach' and had is null and who is not null then
    perform private.mail_person(new, 'Your role in the Béa team workspace', array[
      format('%s agreed to your role as coach in the Béa team workspace. You can go in now.', who),
      'If this is not right, ' || private.whom_to_tell(new.id)]);
  end if;
  return null;
end $$;

create trigger tell_of_role after update of role, proposed_role, joined_at, deactivated_at on public.care_team
  for each row execute function private.tell_of_role();

-- Nobody would look for a role that waits.
create function private.tell_clinicians() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.mail_person(clinician, 'A role waits for your agreement', array[
    format('%s asks that %s, %s, has the role %s in the Béa team workspace. It counts once a clinician agrees.',
      private.who_acts(new.proposed_by), new.name, new.email, new.proposed_role),
    'If you know of no reason for it, ask an administrator first. If it is right, agree on Today, in the workspace. If Today does not '
      'offer that yet, ask whoever looks after the server.'])
  from public.care_team as clinician where role = 'clinician' and private.is_member(clinician) and id <> new.id;
  return null;
end $$;

create trigger tell_clinicians_of_new after insert on public.care_team
  for each row when (new.proposed_role is not null) execute function private.tell_clinicians();

create trigger tell_clinicians_of_change after update of proposed_role on public.care_team
  for each row when (new.proposed_role is not null
    and (new.proposed_role is distinct from old.proposed_role or new.invited_at is distinct from old.invited_at))
  execute function private.tell_clinicians();
