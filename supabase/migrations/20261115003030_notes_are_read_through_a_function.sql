-- A note is never read without a line in the access log. PostgREST reads a table in a transaction that cannot write one,
-- so the tables of notes are the service's alone, and each is read through a function that reads and writes the line
-- together. See docs/decisions/0017-supabase-as-it-is.md.

revoke select on public.consultation_notes from authenticated;
drop policy "Patients read notes of their own consultations" on public.consultation_notes;

-- For the patient whom the caller has checked; without a reference, the notes of all consultations.
create function public.read_consultation_notes(p_user uuid, p_reference text) returns setof public.consultation_notes
language plpgsql security definer set search_path = '' as $$
begin
  return query
    select notes.* from public.consultation_notes as notes
    join public.customers using (user_id)
    join public.invitations on invitations.email = customers.customer_email
    where notes.user_id = p_user and (p_reference is null or notes.consultation_reference = p_reference)
      and invitations.revoked_at is null and customers.privacy_policy_accepted and customers.data_usage_consent
    order by notes.created_at desc;
  if found then
    perform private.note_in_audit('read', 'consultation_notes', p_user, p_user);
  end if;
end $$;
revoke all on function public.read_consultation_notes(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.read_consultation_notes(uuid, text) to service_role;

-- Our own server answers a patient's read of the table from this. Schema private is not PostgREST's: there a caller could
-- have the answer and the line undone with one broken request.
create function private.read_own_consultation_notes() returns setof public.consultation_notes
language sql security definer set search_path = '' as $$
  select * from public.read_consultation_notes(auth.uid(), null)
$$;
revoke all on function private.read_own_consultation_notes() from public, anon, authenticated, service_role;
grant execute on function private.read_own_consultation_notes() to authenticated;
