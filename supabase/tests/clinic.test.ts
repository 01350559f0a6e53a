import { reach, testRights } from './rights.ts';

const reader = reach('all', 'refused', 'refused', 'refused');
const nobody = reach('refused', 'refused', 'refused', 'refused');
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
  saved_replies: {
    belongsTo: null,
    insert: `insert into public.saved_replies (name, text) values ('Kit sent', 'It is on its way.')`,
    set: `text = 'Changed'`,
    may: {
      owner: nobody,
      stranger: nobody,
      newcomer: nobody,
      uninvited: nobody,
      anonymous: nobody,
      service: nobody,
    },
  },
  note_templates: {
    belongsTo: null,
    insert: `insert into public.note_templates (name, text) values ('Coach call', 'How was it?')`,
    set: `text = 'Changed'`,
    may: {
      owner: nobody,
      stranger: nobody,
      newcomer: nobody,
      uninvited: nobody,
      anonymous: nobody,
      service: nobody,
    },
  },
});
