import { reach, testRights } from './rights.ts';

const reader = reach('all', 'refused', 'refused', 'refused');
testRights('clinic', {
  clinic_settings: {
    belongsTo: null,
    insert: `insert into public.clinic_settings (name, value) values ('clinicHours', 'Monday to Friday')`,
    set: `value = 'Changed'`,
    may: {
      owner: reader,
      stranger: reader,
      newcomer: reader,
      uninvited: reader,
      anonymous: reader,
      service: reader,
    },
  },
});
