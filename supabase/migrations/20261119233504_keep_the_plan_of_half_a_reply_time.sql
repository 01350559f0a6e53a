CREATE OR REPLACE FUNCTION private.is_for_every_coach(p_message public.messages, p_at timestamp with time zone DEFAULT now())
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_at >= p_message.created_at + (p_message.due_at - p_message.created_at) / 2;
end $function$
;
