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
testRights('team-today', {
  attention_decisions: {
    insert: `insert into public.attention_decisions (key, version, user_id, decision, person_id, person_name, person_role)
      values ('symptoms:1', 1, $1, 'take', '${CLINIC.host}', 'Robin', 'coach')`,
    set: `words = 'changed'`,
    may,
  },
});
