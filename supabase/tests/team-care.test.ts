import { CLINIC } from './records.ts';
import { NOTHING, testRights } from './rights.ts';

const may = {
  owner: NOTHING,
  stranger: NOTHING,
  newcomer: NOTHING,
  uninvited: NOTHING,
  anonymous: NOTHING,
  service: NOTHING,
};
testRights('team-care', {
  patient_contacts: {
    insert: `insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role)
      values ($1, 'phone', 'a', '${CLINIC.host}', 'Robin', 'coach')`,
    set: `words = 'changed'`,
    may,
  },
  kit_requests: {
    insert: `insert into public.kit_requests (user_id, person_id, person_name) values ($1, '${CLINIC.host}', 'Robin')`,
    set: 'asked_at = now()',
    may,
  },
  results_taken_back: {
    insert: `insert into public.results_taken_back (id, user_id, result_type, result, taken_on, taken_at, logged_at, person_id,
        person_name, person_role)
      values (gen_random_uuid(), $1, 'ovulation', 'Invalid', current_date, now(), now(), '${CLINIC.host}', 'Robin', 'coach')`,
    set: `result = 'changed'`,
    may,
  },
  staff_notes: {
    insert: `insert into public.staff_notes (user_id, text, person_id, person_name, person_role)
      values ($1, 'a', '${CLINIC.host}', 'Robin', 'coach')`,
    set: `text = 'changed'`,
    may,
  },
  patient_alerts: {
    insert: `insert into public.patient_alerts (user_id, text, person_id, person_name, person_role)
      values ($1, 'a', '${CLINIC.host}', 'Robin', 'coach')`,
    set: `text = 'changed'`,
    may,
  },
  follow_ups: {
    insert: `insert into public.follow_ups (user_id, due_at, text, to_id, person_id, person_name, person_role)
      values ($1, now(), 'a', '${CLINIC.host}', '${CLINIC.host}', 'Robin', 'coach')`,
    set: `text = 'changed'`,
    may,
  },
});
