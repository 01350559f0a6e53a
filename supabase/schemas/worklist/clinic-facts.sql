-- From when before a call its absent host is an item (domain/worklist/rules/host-is-away.ts; supabase/tests/rules-in-both.test.ts compares
-- the two).
create function private.host_away_before() returns interval
language sql immutable set search_path = '' as $$
  select interval '7 days'
$$;
revoke all on function private.host_away_before() from public;

-- The facts for administrators, without anything that reveals health: of a day's undelivered emails about health only the first counts,
-- from the next midnight on.
create function private.administrative_rows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
      'kitRequest', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(asked_at), 'at', private.epoch_ms(asked_at),
          'addressAt', private.epoch_ms(shipping_changed_at))
        from public.kit_requests join public.customers using (user_id) where user_id = listed.id and tracking_url is null),
      'kitSent', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(sent_at),
          'at', private.epoch_ms(sent_on::timestamp at time zone private.zone_of_clinic()), 'addressChangedAt',
          case when shipping_changed_at > sent_at then private.epoch_ms(shipping_changed_at) end)
        from private.kits_on_their_way where user_id = listed.id),
      'mailsParked', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.epoch_ms(at), 'callWithinADay', is_office and exists (
            select from public.appointments where user_id = listed.id and status = 'booked'
              and starts_at between at and at + interval '1 day')) order by at, id), '[]')
        from (
          select id, parked_at as at, true as is_office from public.outbox as message
          where user_id = listed.id and parked_at is not null and private.is_office_message(message)
          union all
          select first_of_day.id, (first_of_day.day + 1)::timestamp at time zone zone, false
          from (
            select distinct on (day) id, day
            from public.outbox as message cross join lateral (select (parked_at at time zone zone)::date as day) as local
            where user_id = listed.id and not private.is_office_message(message)
              and private.is_undelivered_before_today(message, zone)
            order by day, parked_at, id) as first_of_day) as parked),
      'deletion', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(requested_at), 'at', private.epoch_ms(requested_at),
          'on', private.epoch_ms(delete_after))
        from public.account_deletions where user_id = listed.id),
      'officeCallsHostAway', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.epoch_ms(starts_at)) order by starts_at, id), '[]')
        from public.appointments as call
        where user_id = listed.id and status = 'booked' and starts_at > now() and starts_at <= now() + private.host_away_before()
          and private.is_host_away(call))) order by listed.id), '[]')
    from (
      select user_id as id from public.kit_requests join public.customers using (user_id) where tracking_url is null
      union select user_id from private.kits_on_their_way
      union select user_id from public.outbox as message where parked_at is not null
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))
      union select user_id from public.account_deletions
      union select user_id from public.appointments as call where status = 'booked' and starts_at > now()
        and starts_at <= now() + private.host_away_before() and private.is_host_away(call)) as asked
    join private.patient_directory as listed using (id)
    where is_open);
end $$;

-- The clinic's own facts: unused invitations, colleagues who opened more than five records with a reason in one day, and alarms that were
-- not delivered.
create function private.clinic_rows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('name', trim(first_name || ' ' || last_name), 'at', sent.at,
        'id', md5(invitations.email || sent.at))), '[]')
      from private.patient_directory as listed
      join public.invitations on invitations.email = listed.email
      cross join lateral (select private.epoch_ms(private.invitation_sent_at(invitations)) as at) as sent
      where not has_user and private.invitation_state(invitations, false) = 'unused'),
    'manyOpenings', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person_id || ':' || day, 'person', name, 'day', day,
        'at', private.epoch_ms(sixth))), '[]')
      from (
        select person_id, care_team.name, (opened_at at time zone time_zone)::date as day,
          (array_agg(opened_at order by opened_at))[6] as sixth
        from public.record_openings join public.care_team on care_team.id = person_id
        where opened_at > now() - interval '30 days'
        group by 1, 2, 3 having count(*) > 5) as many),
    'alarmsFailingSince', (select private.epoch_ms(public.alarms_failing_since())));
end $$;

-- The newest decision about each item, with the newest report its author had seen, and since when its author has the item.
create function private.last_decisions(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', last.key, 'patientId', last.user_id, 'version', last.version, 'decision', last.decision,
      'at', private.epoch_ms(last.decided_at), 'seenUntil', private.epoch_ms(last.seen_until), 'remindAt', private.epoch_ms(last.remind_at),
      'heldSince', case when last.decision in ('take', 'contact', 'remind') then (
        select private.epoch_ms(min(held.decided_at)) from public.attention_decisions as held
        where held.key = last.key and held.version > coalesce((
          select max(version) from public.attention_decisions as other where other.key = last.key
            and (other.person_id <> last.person_id or other.decision not in ('take', 'contact', 'remind'))), 0)) end,
      'by', (select jsonb_build_object('id', id, 'name', name, 'role', role) from public.care_team
        where id = last.person_id and deactivated_at is null),
      'to', (select jsonb_build_object('id', id, 'name', name) from private.hand_offs as handed join public.care_team on id = to_id
        where handed.key = last.key and deactivated_at is null),
      'handover', (
        select jsonb_build_object('by', person_name, 'words', words, 'at', private.epoch_ms(decided_at))
        from public.attention_decisions as handed where handed.key = last.key and decision = 'hand-over'
        order by version desc limit 1))), '[]')
    from (
      select distinct on (key) * from (
        select decided.* from unnest(p_users) as asked (id)
        cross join lateral (select * from public.attention_decisions where user_id = asked.id) as decided
        union all
        select * from public.attention_decisions where user_id is null) as known
      order by key, version desc) as last);
end $$;
