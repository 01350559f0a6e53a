import { expect, test } from 'vitest';
import { asksForComment, canTry, ENDS, endsByDone, endsOf } from './ends.ts';
import { CLINIC_RULES, RULES } from './items-of.ts';

const ALL = [...RULES, ...CLINIC_RULES];

test('every row of the table is about an existing rule', () => {
  expect(Object.keys(ENDS).filter((rule) => ALL.every(({ id }) => id !== rule))).toEqual([]);
});

test.each<[rule: string, ends: string[]]>([
  ['possible-loss', ['set-status', 'record-loss']],
  ['positive-after-end', ['set-status', 'record-loss']],
  ['safety-check', ['clear-check', 'kept-blocked']],
  ['call-without-outcome', ['call-outcome']],
  ['note-not-signed', ['write-note', 'discarded']],
  ['message-waits', ['reply', 'no-reply']],
  ['kit-to-send', ['kit']],
  ['kit-not-requested', ['send-kit', 'nothing']],
  ['no-coach-assigned', ['assign', 'nothing']],
  ['mail-not-delivered', ['resend']],
  ['host-is-away', ['settle-call']],
  ['alarm-not-sent', ['resend-alarm']],
  ['busy-times-unread', ['check-calendar']],
  ['invitation-unused', ['invite-again', 'nothing']],
  ['many-records-opened', ['access-log', 'nothing']],
  ['urgent-symptoms', ['spoke', 'emergency-care', 'unreachable']],
  ['cap-too-long', ['spoke', 'emergency-care', 'unreachable']],
  ['symptoms', ['spoke', 'wrote', 'booked', 'nothing']],
])('%s ends by what solves it', (rule, ends) => {
  const { acts, outcomes } = endsOf({ rule });
  expect([...acts, ...outcomes]).toEqual(ends);
});

test('every rule has a way to end, with ‘Done’ if none of our acts solves it', () => {
  for (const { id: rule } of ALL) {
    const { acts, outcomes } = endsOf({ rule });
    expect(acts.length + outcomes.length, rule).toBeGreaterThan(0);
    expect(endsByDone({ rule }), rule).toBe(acts.length === 0);
  }
});

test('urgent ends and reasons take a comment, everyday ones do not', () => {
  expect(asksForComment({ rule: 'urgent-symptoms' }, 'spoke')).toBe(true);
  expect(asksForComment({ rule: 'symptoms' }, 'spoke')).toBe(false);
  expect(asksForComment({ rule: 'safety-check' }, 'kept-blocked')).toBe(true);
});

test('no item without a patient ends by contact with one', () => {
  for (const { id: rule } of CLINIC_RULES) expect(endsOf({ rule }).outcomes, rule).not.toContain('spoke');
});

test('a call is tried only where there is a patient, and ‘Still unclear’ is for a status', () => {
  const patient = { id: 'patient', name: 'Robin' };
  expect(canTry({ rule: 'symptoms', patient }, 'voicemail')).toBe(true);
  expect(canTry({ rule: 'invitation-unused', patient: null }, 'voicemail')).toBe(false);
  expect(canTry({ rule: 'symptoms', patient }, 'still-unclear')).toBe(false);
  expect(canTry({ rule: 'possible-loss', patient }, 'still-unclear')).toBe(true);
});
