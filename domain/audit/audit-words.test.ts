import { expect, test } from 'vitest';
import { auditWords, type AuditLine } from './audit-words.ts';

const line = (change: Partial<AuditLine>): AuditLine => ({
  actorId: 'robin',
  actorRole: 'authenticated',
  action: 'read',
  kind: 'medical_notes',
  actorName: null,
  staffRole: null,
  reasonCategory: null,
  ...change,
});
const MARISOL = {
  actorId: 'marisol',
  actorRole: 'service_role',
  actorName: 'Marisol Vega',
  staffRole: 'coach',
};
const sentence = (change: Partial<AuditLine>) => {
  const { who, what } = auditWords(line(change), 'robin');
  return `${who} ${what}`;
};

test.each<[Partial<AuditLine>, string]>([
  [{}, 'You opened your medical notes'],
  [{ actorRole: 'service_role', action: 'insert', kind: 'test_results' }, 'You added to your test results'],
  [{ action: 'update', kind: 'onboarding_info' }, 'You changed your questionnaire answers'],
  [{ action: 'delete', kind: 'test_results' }, 'You removed something from your test results'],
  [
    { actorId: null, actorRole: 'service_role', action: 'insert' },
    'Your care team added to your medical notes',
  ],
  [{ actorId: 'marisol' }, 'Your care team opened your medical notes'],
  [MARISOL, 'Marisol Vega, coach, opened your medical notes'],
  [
    { ...MARISOL, action: 'insert', kind: 'test_results', staffRole: 'clinician' },
    'Marisol Vega, clinician, added to your test results',
  ],
  [{ ...MARISOL, staffRole: null }, 'Marisol Vega opened your medical notes'],
  [
    { actorId: null, actorRole: 'operator', action: 'update', kind: 'customers' },
    'The clinic’s technical team changed your account details',
  ],
  [{ kind: 'data_export' }, 'You downloaded a copy of everything'],
  [{ action: 'update', kind: 'email_address' }, 'You changed your email address'],
  [{ action: 'delete', kind: 'email_change' }, 'You stopped a change of your email address'],
  [
    { ...MARISOL, action: 'insert', kind: 'email_change' },
    'Marisol Vega, coach, asked to change your email address',
  ],
  [{ action: 'insert', kind: 'passkey' }, 'You added a passkey'],
  [{ action: 'delete', kind: 'passkey' }, 'You removed a passkey'],
  [{ action: 'insert', kind: 'calendar_feed' }, 'You made an address for your calendar feed'],
  [{ action: 'delete', kind: 'calendar_feed' }, 'You ended your calendar feed'],
  [{ action: 'insert', kind: 'account_deletions' }, 'You asked to delete the account'],
  [{ action: 'delete', kind: 'account_deletions' }, 'You chose to keep the account'],
  [{ ...MARISOL, kind: 'call_room' }, 'Marisol Vega, coach, joined your video call'],
  [{ ...MARISOL, action: 'insert', kind: 'record_openings' }, 'Marisol Vega, coach, opened your record'],
  [{ ...MARISOL, action: 'update', kind: 'coach_assignments' }, 'Marisol Vega, coach, chose your coach'],
  [
    { ...MARISOL, action: 'delete', kind: 'coach_assignments' },
    'Marisol Vega, coach, removed your assigned coach',
  ],
  [{ ...MARISOL, kind: 'mails' }, 'Marisol Vega, coach, checked whether our emails reached you'],
  [{ ...MARISOL, kind: 'kit' }, 'Marisol Vega, coach, checked on your kit’s delivery'],
  [{ ...MARISOL, kind: 'identity' }, 'Marisol Vega, coach, saw your name and email address'],
  [{ ...MARISOL, kind: 'summary' }, 'Marisol Vega, coach, saw your name in the patient list'],
  [{ ...MARISOL, kind: 'administrative_summary' }, 'Marisol Vega, coach, saw your name in the patient list'],
  [
    { ...MARISOL, kind: 'patient_contacts' },
    'Marisol Vega, coach, opened your notes on calls and messages with you',
  ],
  [{ ...MARISOL, kind: 'call_times' }, 'Marisol Vega, coach, looked at your call times'],
  [{ ...MARISOL, kind: 'consents' }, 'Marisol Vega, coach, looked at which consents you gave'],
  [{ ...MARISOL, kind: 'appointments' }, 'Marisol Vega, coach, looked at your booked calls'],
  [{ kind: 'appointments' }, 'You opened your calls'],
  [{ ...MARISOL, action: 'update', kind: 'appointments' }, 'Marisol Vega, coach, changed your calls'],
  [{ actorRole: 'sign_in', kind: 'refused_not_allowed' }, 'You tried to open the team workspace'],
  [{ kind: 'something_new' }, 'You opened your record'],
])('%j reads: %s', (change, words) => expect(sentence(change)).toBe(words));

test.each([
  ['cover', 'covering for a colleague'],
  ['patient-asked', 'something you asked us about'],
  ['safety', 'your safety'],
  ['quality', 'a quality review'],
  ['something-new', 'noted by the clinic'],
  [null, null],
])('an opening with the reason %s is described as %s', (reasonCategory, why) =>
  expect(auditWords(line({ ...MARISOL, reasonCategory }), 'robin').why).toBe(why),
);

test.each<[Partial<AuditLine>, string | null]>([
  [MARISOL, 'medical notes'],
  [{ ...MARISOL, kind: 'kit' }, 'kit'],
  [{ ...MARISOL, kind: 'mails' }, 'whether our emails reached you'],
  [{ ...MARISOL, kind: 'identity' }, null],
  [{ ...MARISOL, kind: 'summary' }, null],
  [{ ...MARISOL, kind: 'call_room' }, null],
  [{ ...MARISOL, action: 'update' }, null],
])('%j appears in a list of what was opened as %s', (change, thing) =>
  expect(auditWords(line(change), 'robin').thing).toBe(thing),
);
