-- What the care team does with notes. Each act returns the id and version of the note or draft.
create function private.refuse_changed_note() returns void
language sql set search_path = '' as $$
  select private.refuse_team('PT409', 'changed_meanwhile', 'Someone else changed this note. Reload the page to see their version.')
$$;

create function private.save_draft(p_person public.care_team, p_draft jsonb) returns jsonb
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
    -- Checks the version, so a stale tab cannot overwrite newer text. A clinician who saves the draft of a colleague who left
    -- becomes its author.
    update public.note_drafts set version = version + 1, author_id = p_person.id, kind = p_draft ->> 'kind',
      reference = p_draft ->> 'reference', title = p_draft ->> 'title', noted_on = (p_draft ->> 'date')::date,
      content = p_draft ->> 'text', saved_at = now()
    where id = (p_draft ->> 'noteId')::uuid and user_id = (p_draft ->> 'patientId')::uuid
      and version = (p_draft ->> 'version')::integer
      and (author_id = p_person.id or author_id is null and p_person.role = 'clinician')
    returning * into saved;
    if not found then
      perform private.refuse_changed_note();
    end if;
  end if;
  return jsonb_build_object('id', saved.id, 'version', saved.version);
end $$;

-- This person's own draft, locked.
create function private.own_draft(p_person public.care_team, p_note uuid) returns public.note_drafts
language plpgsql security definer set search_path = '' as $$
declare
  draft public.note_drafts;
begin
  select * into draft from public.note_drafts
  where id = p_note and (author_id = p_person.id or author_id is null and p_person.role = 'clinician') for update;
  if not found then
    perform private.refuse_changed_note();
  end if;
  return draft;
end $$;

-- Emails a patient who allows reminders that something is new, and not what.
create function private.email_news(p_patient uuid, p_about uuid, p_email_content jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.write_to_patient(p_patient, jsonb_build_array(p_email_content || jsonb_build_object('key', 'note:' || p_about,
    'channel', 'email', 'recipient', customer_email, 'purpose', 'reminder')))
  from public.customers where user_id = p_patient
$$;

-- The calling function made the HTML from this version of the draft.
create function private.sign_draft(p_person public.care_team, p_act jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  draft constant public.note_drafts := private.own_draft(p_person, (p_act ->> 'noteId')::uuid);
begin
  perform private.require_record(draft.kind || '_notes', draft.user_id);
  if draft.version <> (p_act ->> 'version')::integer or draft.author_id is null or p_act ->> 'html' is null then
    perform private.refuse_changed_note();
  elsif trim(draft.title) = '' then
    perform private.refuse_team('PT400', 'invalid_input', 'title: Please enter a title');
  elsif trim(draft.content) = '' then
    perform private.refuse_team('PT400', 'invalid_input', 'text: Please enter text');
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
  perform private.email_news(draft.user_id, draft.id, p_act -> 'mail');
  return jsonb_build_object('id', draft.id, 'version', draft.version);
end $$;

-- A signed note that was not withdrawn, in a record that this person may open. It is locked, so acts on the same note run one by one.
create function private.signed_note(p_note uuid) returns private.written_notes
language plpgsql security definer set search_path = '' as $$
declare
  note private.written_notes;
begin
  perform pg_advisory_xact_lock(hashtextextended('note ' || p_note, 0));
  select * into note from private.written_notes where id = p_note;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this note.');
  end if;
  perform private.require_record(note.kind || '_notes', note.user_id);
  if private.is_withdrawn(p_note) then
    perform private.refuse_changed_note();
  end if;
  return note;
end $$;

create function private.add_addendum(p_person public.care_team, p_act jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  note constant private.written_notes := private.signed_note((p_act ->> 'noteId')::uuid);
  added uuid;
begin
  insert into public.note_addenda (user_id, note_id, content, html, author_id, author_name, author_role)
  values (note.user_id, note.id, p_act ->> 'text', case when note.kind = 'consultation' then p_act ->> 'html' end,
    p_person.id, p_person.name, p_person.role)
  returning id into added;
  perform private.email_news(note.user_id, added, p_act -> 'mail');
  return jsonb_build_object('id', added, 'version', 1);
end $$;

-- Only its author or a clinician can withdraw a note. If it belongs to another record, that record's log has a line too.
create function private.withdraw_note(p_person public.care_team, p_act jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  note constant private.written_notes := private.signed_note((p_act ->> 'noteId')::uuid);
  belongs_to constant uuid := (p_act ->> 'belongsTo')::uuid;
begin
  if p_person.role <> 'clinician' and note.author_id is distinct from p_person.id then
    perform private.refuse_team('PT403', 'not_allowed', 'Only the author or a clinician can withdraw this note.');
  end if;
  insert into public.note_withdrawals (note_id, user_id, reason, author_id, author_name, author_role)
  values (note.id, note.user_id, p_act ->> 'reason', p_person.id, p_person.name, p_person.role);
  if belongs_to <> note.user_id then
    perform private.require_record(note.kind || '_notes', belongs_to);
    perform private.add_audit_line('insert', 'note_withdrawals', belongs_to, null);
  end if;
  return jsonb_build_object('id', note.id, 'version', 1);
end $$;

create function public.team_change_notes(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  answer jsonb := private.earlier_answer(p_request);
begin
  if answer is not null then
    return answer;
  end if;
  case p_change ->> 'action'
    when 'save' then answer := private.save_draft(person, p_change);
    when 'sign' then answer := private.sign_draft(person, p_change);
    when 'addendum' then answer := private.add_addendum(person, p_change);
    when 'withdraw' then answer := private.withdraw_note(person, p_change);
    when 'discard' then
      answer := jsonb_build_object('id', p_change ->> 'noteId',
        'version', (private.own_draft(person, (p_change ->> 'noteId')::uuid)).version);
      delete from public.note_drafts where id = (p_change ->> 'noteId')::uuid;
  end case;
  return private.keep_answer(p_request, answer);
end $$;
revoke all on function public.team_change_notes(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_notes(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- For the function that makes the HTML: the author's own text, in a record that is open to them.
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
revoke all on function public.team_text_to_sign(uuid, uuid, text[], text[], uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.team_text_to_sign(uuid, uuid, text[], text[], uuid, integer) to service_role;
