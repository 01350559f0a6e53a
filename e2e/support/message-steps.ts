import type { Clinic } from './fixtures.ts';

/** The patient's messages and the replies, oldest first. */
export const messagesOf = (clinic: Clinic, email: string) =>
  clinic.sql(
    `select topic, sender, messages.text from public.messages join public.message_threads on message_threads.id = thread_id
     join public.customers on customers.user_id = messages.user_id
     where customer_email = $1 order by messages.created_at`,
    [email],
  );

/** A team member replies. */
export const answer = (clinic: Clinic, email: string, topic: string, text: string) =>
  clinic.sql(
    `insert into public.messages (thread_id, user_id, place, sender, text, person_id, person_name, person_role)
     select thread.id, user_id, (select max(place) + 1 from public.messages where thread_id = thread.id), 'team', $3,
       gen_random_uuid(), 'Marisol Vega', 'coach'
     from public.message_threads as thread join public.customers using (user_id)
     where customer_email = $1 and topic = $2`,
    [email, topic, text],
  );

/** A team member opens a conversation. */
export const openByTeam = (clinic: Clinic, email: string, topic: string) =>
  clinic.sql(
    `insert into public.message_reads (thread_id, user_id, reader, person_id, place)
     select thread.id, user_id, 'team', gen_random_uuid(), (select max(place) from public.messages where thread_id = thread.id)
     from public.message_threads as thread join public.customers using (user_id)
     where customer_email = $1 and topic = $2`,
    [email, topic],
  );

/** A conversation started this many hours ago. */
export const began = (clinic: Clinic, email: string, topic: string, text: string, hoursAgo = 0) =>
  clinic.sql(
    `with thread as (
       insert into public.message_threads (user_id, topic)
       select user_id, $2 from public.customers where customer_email = $1 returning id, user_id)
     insert into public.messages (thread_id, user_id, place, sender, text, due_at, created_at)
     select id, user_id, 1, 'patient', $3, now() + interval '3 hours' - $4 * interval '1 hour', now() - $4 * interval '1 hour'
     from thread`,
    [email, topic, text, hoursAgo],
  );
