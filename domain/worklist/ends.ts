import {
  CONTACT_ENDINGS,
  EMERGENCY_ENDINGS,
  needsComment,
  type Attempt,
  type DoneOutcome,
} from './outcomes.ts';

/** What solves an item elsewhere: it disappears with its cause, and no one has to select 'Done'. */
export type EndingAct =
  | 'set-status'
  | 'record-loss'
  | 'clear-check'
  | 'call-outcome'
  | 'write-note'
  | 'reply'
  | 'kit'
  | 'send-kit'
  | 'assign'
  | 'resend'
  | 'settle-call'
  | 'resend-alarm'
  | 'check-calendar'
  | 'invite-again'
  | 'access-log';

/** The actions in the item's row. */
export const ACT_NAMES: Record<EndingAct, string> = {
  'set-status': 'Set pregnancy status',
  'record-loss': 'Record a loss',
  'clear-check': 'Clear safety check',
  'call-outcome': 'Outcome',
  'write-note': 'Write note',
  reply: 'Reply',
  kit: 'Add tracking',
  'send-kit': 'Send the kit',
  assign: 'Assign coach',
  resend: 'Resend',
  'settle-call': 'Reassign',
  'resend-alarm': 'Resend',
  'check-calendar': 'Check address',
  'invite-again': 'Open invitations',
  'access-log': 'Open access log',
};

export type Ends = {
  /** The results the item can be ended with. */
  outcomes: readonly DoneOutcome[];
  acts: readonly EndingAct[];
};

const BY_CONTACT: Ends = { outcomes: CONTACT_ENDINGS, acts: [] };
const BY_EMERGENCY: Ends = { outcomes: EMERGENCY_ENDINGS, acts: [] };
const BY_STATUS: Ends = { outcomes: [], acts: ['set-status', 'record-loss'] };
const BY_REVIEW: Ends = { outcomes: ['kept-blocked'], acts: ['clear-check'] };

/**
 * What ends an item, by rule; every other item ends by contact. The screen offers this, `team-decide`
 * accepts nothing else, and the database refuses the rest too (`private.ends_with`).
 */
export const ENDS: Readonly<Record<string, Ends>> = {
  'possible-loss': BY_STATUS,
  'positive-after-end': BY_STATUS,
  'safety-check': BY_REVIEW,
  'answer-today': BY_REVIEW,
  'call-without-outcome': { outcomes: [], acts: ['call-outcome'] },
  'note-not-signed': { outcomes: ['discarded'], acts: ['write-note'] },
  // 'Answered by phone' is a reply in the conversation.
  'message-waits': { outcomes: ['no-reply'], acts: ['reply'] },
  // Not every patient gets a kit, and in some clinics the coaches share all patients.
  'kit-not-requested': { outcomes: ['nothing'], acts: ['send-kit'] },
  'no-coach-assigned': { outcomes: ['nothing'], acts: ['assign'] },
  'kit-to-send': { outcomes: [], acts: ['kit'] },
  // Ends with the call's new host or time, its cancellation, or the end of the absence.
  'host-is-away': { outcomes: [], acts: ['settle-call'] },
  'mail-not-delivered': { outcomes: [], acts: ['resend'] },
  // About no patient. The first two end with their cause: a text that goes out, a calendar that can be read.
  'alarm-not-sent': { outcomes: [], acts: ['resend-alarm'] },
  'busy-times-unread': { outcomes: [], acts: ['check-calendar'] },
  'invitation-unused': { outcomes: ['nothing'], acts: ['invite-again'] },
  'many-records-opened': { outcomes: ['nothing'], acts: ['access-log'] },
  'urgent-symptoms': BY_EMERGENCY,
  'cap-too-long': BY_EMERGENCY,
  'self-harm': BY_EMERGENCY,
  'asks-for-a-call': BY_EMERGENCY,
  'urgent-message': BY_EMERGENCY,
  'loss-mentioned': BY_EMERGENCY,
};

type Ruled = { rule: string };

export const endsOf = ({ rule }: Ruled): Ends => ENDS[rule] ?? BY_CONTACT;

/** Whether 'Done' is offered: no other act of ours solves it. */
export const endsByDone = (item: Ruled): boolean => endsOf(item).outcomes.includes('spoke');

export const isEmergency = (item: Ruled): boolean => endsOf(item) === BY_EMERGENCY;

/** Whether this act can end an item of this rule, with enough detail. */
export const canEndWith = (item: Ruled, outcome: DoneOutcome): boolean =>
  endsOf(item).outcomes.includes(outcome);

/** Whether this attempt is recorded for it: a call to its patient, or a status that stays unclear. */
export const canTry = (item: Ruled & { patient: object | null }, outcome: string): boolean =>
  outcome === ('still-unclear' satisfies Attempt)
    ? endsOf(item).acts.includes('set-status')
    : item.patient !== null;

export const asksForComment = (item: Ruled, outcome: DoneOutcome): boolean =>
  isEmergency(item) || needsComment(outcome);
