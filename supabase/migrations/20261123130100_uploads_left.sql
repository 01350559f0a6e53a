-- Which of these pictures wait for a message, so that each is paid for before it is read.
create function public.message_uploads_left(p_user uuid, p_pictures uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(wanted.id), '{}')
  from unnest(p_pictures) as wanted (id)
  where exists (select from storage.objects
    where bucket_id = 'message-uploads' and name = p_user || '/' || wanted.id)
$$;
revoke all on function public.message_uploads_left(uuid, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.message_uploads_left(uuid, uuid[]) to service_role;
