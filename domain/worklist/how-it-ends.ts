import { endsOf, isEmergency, type EndingAct } from './ends.ts';

const SENTENCES: Record<EndingAct, string> = {
  'set-status': 'Set the pregnancy status, or record the loss.',
  'record-loss': 'Set the pregnancy status, or record the loss.',
  'clear-check': 'Clear the safety check, or keep the patient blocked with a reason.',
  'call-outcome': 'Set the outcome of the call.',
  'write-note': 'Sign the note, or discard it with a reason.',
  reply:
    "Please reply in the conversation, or select 'No reply needed'. If you spoke by phone, write what was said and select 'Answered by phone'.",
  kit: 'Enter the tracking number or link of the kit.',
  'send-kit': 'Ask for the kit to be sent, or select ‘Nothing needed’.',
  assign: 'Assign a coach, or select ‘Nothing needed’.',
  'settle-call': 'Reassign or move the call, or end the absence.',
  'resend-alarm': 'Resend the text. This ends when a text to the duty phone is sent.',
  'check-calendar': 'Correct or disconnect the calendar under ‘Your account’.',
  'invite-again': 'Resend or cancel the invitation, or select ‘Nothing needed’.',
  'access-log': 'Check the access log, or select ‘Nothing needed’.',
  resend: 'Resend the email. Only the patient can change their address.',
};

/** What to do instead, for someone who tried to end an item another way. */
export function howItEnds(item: { rule: string }): string {
  const [act] = endsOf(item).acts;
  if (act) return SENTENCES[act];
  return isEmergency(item)
    ? 'You can close an urgent item once you’ve spoken to the patient, they’re in emergency care, or you’ve followed our emergency steps.'
    : 'Select what was done.';
}
