create function public.read_medical_notes(p_user uuid)
returns table (id uuid, title text, date date, content text, format text, author jsonb, addenda jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  zone constant text := private.known_zone(p_user);
begin
  return query
    with notes as (
      select medical.id, medical.title, medical.noted_on, medical.content, 'markdown' as format, medical.created_at,
        medical.author_name, medical.author_role, medical.signed_at
      from public.medical_notes as medical where medical.user_id = p_user
      union all
      select consultation.id,
        coalesce(consultation.title, types.name, 'Consultation Notes'),
        private.day_at(consultation.created_at, zone), consultation.notes, 'html', consultation.created_at,
        consultation.author_name, consultation.author_role, consultation.signed_at
      from public.consultation_notes as consultation
      left join public.appointment_types as types on types.slug = consultation.consultation_reference
      where consultation.user_id = p_user
    )
    select notes.id, notes.title, notes.noted_on, notes.content, notes.format,
      private.author_words(notes.author_name, notes.author_role, notes.signed_at), private.addenda_of(notes.id)
    from notes
    join public.customers on customers.user_id = p_user
    join public.invitations on invitations.email = customers.customer_email
    where invitations.revoked_at is null and customers.privacy_policy_accepted and customers.data_usage_consent
      and not private.is_withdrawn(notes.id)
    order by notes.noted_on desc, notes.created_at desc;
  if not found then
    return;
  end if;
  if exists (select from public.medical_notes as medical
    where medical.user_id = p_user and not private.is_withdrawn(medical.id)) then
    perform private.add_audit_line('read', 'medical_notes', p_user, p_user);
  end if;
  if exists (select from public.consultation_notes as consultation
    where consultation.user_id = p_user and not private.is_withdrawn(consultation.id)) then
    perform private.add_audit_line('read', 'consultation_notes', p_user, p_user);
  end if;
end $$;
revoke all on function public.read_medical_notes(uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_medical_notes(uuid) to service_role;
