-- A consultation's note becomes HTML once, when it is signed: a draft that saves itself would have it made again and again.

alter table public.note_drafts drop column html;
alter table public.note_drafts add constraint note_drafts_reference
  check ((kind = 'consultation') = (reference is not null));

-- As in 20261117100215_team_note_acts.sql, without the HTML.
create or replace function private.save_draft(p_person public.care_team, p_draft jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  saved public.note_drafts;
begin
  perform private.require_record(p_draft ->> 'kind' || '_notes', (p_draft ->> 'patientId')::uuid);
  if p_draft ->> 'noteId' is null then
    insert into public.note_drafts (user_id, author_id, kind, reference, title, noted_on, content)
    values ((p_draft ->> 'patientId')::uuid, p_person.id, p_draft ->> 'kind', p_draft ->> 'reference', p_draft ->> 'title',
      (p_draft ->> 'date')::date, p_draft ->> 'text')
    returning * into saved;
  else
    -- The version, so that of two tabs the later does not overwrite what it has not seen. What somebody began who has left
    -- is adopted by the clinician who saves it.
    update public.note_drafts set version = version + 1, author_id = p_person.id, kind = p_draft ->> 'kind',
      reference = p_draft ->> 'reference', title = p_draft ->> 'title', noted_on = (p_draft ->> 'date')::date,
      content = p_draft ->> 'text', saved_at = now()
    where id = (p_draft ->> 'noteId')::uuid and user_id = (p_draft ->> 'patientId')::uuid
      and version = (p_draft ->> 'version')::integer
      and (author_id = p_person.id or author_id is null and p_person.role = 'clinician')
    returning * into saved;
    if not found then
      perform private.note_changed();
    end if;
  end if;
  return jsonb_build_object('id', saved.id, 'version', saved.version);
end $$;

-- As in 20261117100215_team_note_acts.sql, with the HTML that was made of this version.
create or replace function private.sign_draft(p_person public.care_team, p_act jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  draft constant public.note_drafts := private.own_draft(p_person, (p_act ->> 'noteId')::uuid);
begin
  perform private.require_record(draft.kind || '_notes', draft.user_id);
  if draft.version <> (p_act ->> 'version')::integer or draft.author_id is null or p_act ->> 'html' is null then
    perform private.note_changed();
  elsif trim(draft.title) = '' then
    perform private.refuse_team('PT400', 'invalid_input', 'title: Please enter a title');
  elsif trim(draft.content) = '' then
    perform private.refuse_team('PT400', 'invalid_input', 'text: Please enter a text');
  end if;
  delete from public.note_drafts where id = draft.id;
  if draft.kind = 'medical' then
    insert into public.medical_notes (id, user_id, title, noted_on, content, author_id, author_name, author_role, signed_at)
    values (draft.id, draft.user_id, draft.title, draft.noted_on, draft.content, p_person.id, p_person.name, p_person.role, now());
  else
    insert into public.consultation_notes
      (id, user_id, consultation_reference, title, notes, author_id, author_name, author_role, signed_at)
    values (draft.id, draft.user_id, draft.reference, draft.title, p_act ->> 'html', p_person.id, p_person.name, p_person.role, now());
  end if;
  perform private.mail_news(draft.user_id, draft.id, p_act -> 'mail');
  return jsonb_build_object('id', draft.id, 'version', draft.version);
end $$;

-- For the function that makes HTML of it: its author's own words, in a record that is open to them.
create function public.team_text_to_sign(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_note uuid, p_version integer)
returns text language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  draft public.note_drafts;
begin
  select * into draft from public.note_drafts
  where id = p_note and version = p_version and author_id = person.id;
  if not found then
    return null;
  end if;
  perform private.require_record(draft.kind || '_notes', draft.user_id);
  return draft.content;
end $$;

revoke all on function public.team_text_to_sign(uuid, uuid, text[], text[], uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.team_text_to_sign(uuid, uuid, text[], text[], uuid, integer) to service_role;
