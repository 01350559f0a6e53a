-- Emails about a second factor, or about a role that opens records, to the person and the administrators, in the transaction of the
-- change. Each says who it is for, what happened, when, and what to do. It has no links, and its subject names no one.
create function private.escape_html(p_text text) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(replace(p_text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), '''', '&#39;')
$$;

-- The page of domain/notifications/page.ts, with paragraphs only.
create function private.email_page(p_title text, p_paragraphs text[]) returns text
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
$html$, private.escape_html(p_title), (
    select string_agg('<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">'
      || private.escape_html(words) || '</p>', E'\n' order by place)
    from unnest(p_paragraphs) with ordinality as paragraph (words, place)))
$$;

-- What people call a zone, as domain/time/zone-name.ts does: 'Eastern Time'. Zones elsewhere are named by their city.
create function private.zone_words(p_zone text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_zone = any ('{America/New_York,America/Detroit,America/Indianapolis,America/Louisville,America/Toronto,America/Nassau,'
      'America/Kentucky/Louisville,America/Kentucky/Monticello,America/Indiana/Indianapolis,America/Indiana/Marengo,'
      'America/Indiana/Petersburg,America/Indiana/Vevay,America/Indiana/Vincennes,America/Indiana/Winamac,America/Iqaluit,'
      'America/Grand_Turk,America/Port-au-Prince}') then 'Eastern Time'
    when p_zone = any ('{America/Chicago,America/Menominee,America/Indiana/Knox,America/Indiana/Tell_City,America/Winnipeg,'
      'America/North_Dakota/Beulah,America/North_Dakota/Center,America/North_Dakota/New_Salem,America/Rankin_Inlet,America/Resolute,'
      'America/Matamoros,America/Ojinaga}') then 'Central Time'
    when p_zone = any ('{America/Denver,America/Boise,America/Cambridge_Bay,America/Inuvik,America/Ciudad_Juarez}') then 'Mountain Time'
    when p_zone = any ('{America/Phoenix,America/Creston,America/Dawson_Creek,America/Fort_Nelson}') then 'Mountain Standard Time'
    when p_zone = any ('{America/Los_Angeles,America/Tijuana}') then 'Pacific Time'
    when p_zone = any ('{America/Anchorage,America/Juneau,America/Metlakatla,America/Nome,America/Sitka,America/Yakutat}') then 'Alaska Time'
    when p_zone = 'America/Adak' then 'Hawaii-Aleutian Time'
    when p_zone = 'Pacific/Honolulu' then 'Hawaii-Aleutian Standard Time'
    else replace(regexp_replace(p_zone, '^.*/', ''), '_', ' ') || ' time'
  end
$$;
revoke all on function private.zone_words(text) from public;

-- A moment in the reader's zone: 'Monday, November 16, 2026, at 9:05 am Eastern Time'.
create function private.moment_in_words(p_zone text) returns text
language sql stable set search_path = '' as $$
  select to_char(now() at time zone p_zone, 'FMDay, FMMonth FMDD, YYYY, "at" FMHH12:MI am ') || private.zone_words(p_zone)
$$;

create function private.email_person(p_to public.care_team, p_subject text, p_paragraphs text[]) returns void
language plpgsql set search_path = '' as $$
declare
  words constant text[] := array['Hello ' || p_to.name || ',', p_paragraphs[1],
    'When: ' || private.moment_in_words(p_to.time_zone) || '.'] || p_paragraphs[2:];
begin
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, purpose)
  values (concat_ws(':', 'team', gen_random_uuid()), 'email', p_to.email, p_subject,
    array_to_string(words || 'Béa'::text, E'\n\n') || E'\n', private.email_page(p_subject, words), 'security');
end $$;

create function private.email_administrators(p_but uuid, p_subject text, p_paragraphs text[]) returns void
language sql set search_path = '' as $$
  select private.email_person(person, p_subject, p_paragraphs) from public.care_team as person
  where role = 'administrator' and private.is_member(person) and id is distinct from p_but
$$;

-- Whom to contact: at most three administrators by name and address. If there are none, the reader replies to the email.
create function private.whom_to_contact(p_person uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce('tell an administrator right away: ' || (
    select string_agg(name || ', ' || email, '; ' order by name, email) from (
      select name, email from public.care_team as person
      where role = 'administrator' and private.is_member(person) and id is distinct from p_person
      order by name, email limit 3) as administrators) || '.',
    'let us know right away by replying to this email.')
$$;

create function private.who_acts(p_by uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce((select name from public.care_team where id = coalesce(p_by, (private.named_person()).id)),
    'Someone with access to the portal’s server')
$$;

-- Whom an administrator asks about a change to a colleague.
create function private.whom_to_ask(p_by uuid, p_person public.care_team) returns text
language sql stable set search_path = '' as $$
  select format('If you don’t know why, please ask %s, and %s, by phone or in person.', p_person.name, coalesce(
    (select name from public.care_team where id = coalesce(p_by, (private.named_person()).id)),
    'the person who runs the server'))
$$;

-- Emails about a role that opens records or invites others: when it starts to count, and for an
-- administrator even when it ends. A coach who was waiting for the role gets an email too.
create function private.email_about_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  had constant text := case when private.is_member(old) then old.role end;
  has constant text := case when private.is_member(new) then new.role end;
  -- New team members do this themselves, with the setup code.
  who constant text := case when old.joined_at is not null then private.who_acts(null) end;
begin
  if has in ('clinician', 'administrator') and has is distinct from had then
    perform private.email_person(new, 'Your role in the Béa team workspace', array[
      case when who is null
        then format('You set up your sign-in for the Béa team workspace. Your role is %s.', has)
        else format('%s gave you the role %s in the Béa team workspace.', who, has) end,
      'If this is not right, ' || private.whom_to_contact(new.id)]);
    perform private.email_administrators(new.id, 'A role in the Béa team workspace', array[
      case when who is null
        then format('%s (%s) set up their sign-in for the Béa team workspace. Their role is %s.', new.name, new.email, has)
        else format('%s gave %s, %s, the role %s in the Béa team workspace.', who, new.name, new.email, has) end,
      'If you don’t know why, please ask them, by phone or in person, and deactivate anyone who should not be there.']);
  elsif had = 'administrator' and has is distinct from had then
    perform private.email_person(new, 'Your role in the Béa team workspace', array[
      format('%s ended your role as administrator in the Béa team workspace.', who),
      'If this is not right, ' || private.whom_to_contact(new.id)]);
    perform private.email_administrators(new.id, 'An administrator was removed', array[
      format('%s ended the role of %s, %s, as administrator in the Béa team workspace.', who, new.name, new.email),
      private.whom_to_ask(null, new)]);
  elsif has = 'coach' and had is null and who is not null then
    perform private.email_person(new, 'Your role in the Béa team workspace', array[
      format('%s agreed to your role as coach in the Béa team workspace. You can go in now.', who),
      'If this is not right, ' || private.whom_to_contact(new.id)]);
  end if;
  return null;
end $$;

create trigger email_about_role after update of role, proposed_role, joined_at, deactivated_at on public.care_team
  for each row execute function private.email_about_role();

-- Emails clinicians about a role that waits for one of them, because no one would look for it.
create function private.email_clinicians() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.email_person(clinician, 'A role needs your agreement', array[
    format('%s asked to give %s, %s, the role %s in the Béa team workspace. The role takes effect once a clinician agrees.',
      private.who_acts(new.proposed_by), new.name, new.email, new.proposed_role),
    'If you don’t know why, ask an administrator first. If it’s right, select Agree on Today, in the workspace. If Today doesn’t '
      'show it yet, ask the person who runs the server.'])
  from public.care_team as clinician where role = 'clinician' and private.is_member(clinician) and id <> new.id;
  return null;
end $$;

create trigger email_clinicians_of_new after insert on public.care_team
  for each row when (new.proposed_role is not null) execute function private.email_clinicians();

create trigger email_clinicians_of_change after update of proposed_role on public.care_team
  for each row when (new.proposed_role is not null
    and (new.proposed_role is distinct from old.proposed_role or new.invited_at is distinct from old.invited_at))
  execute function private.email_clinicians();
