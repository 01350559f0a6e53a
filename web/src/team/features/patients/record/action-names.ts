import type { Care } from '@domain/contracts/team/team-patient.ts';
import type { WholeRecord } from '../queries.ts';

export type CareAct = Care['acts'][number];

export const CARE_ACT_NAMES: Record<CareAct, string> = {
  pause: 'Pause treatment',
  resume: 'Resume treatment',
  loss: 'Record a loss',
  stop: 'Stop treatment',
  resolve: 'Set pregnancy status',
  'clear-safety-check': 'Clear safety check',
};

/** By their word in the address. */
export const ACTIONS = {
  note: 'Write note',
  message: 'Send message',
  'staff-note': 'Staff note',
  contact: 'Record contact',
  'follow-up': 'Follow up',
  alert: 'Add alert',
  log: 'Log for patient',
  assign: 'Assign coach',
  'send-kit': 'Send the kit',
  ...CARE_ACT_NAMES,
} as const;
export type Action = keyof typeof ACTIONS;

/** Only the actions the server would accept from this reader now. */
export const actionsFor = ({ kit, care }: WholeRecord): Action[] => [
  'note',
  'message',
  'staff-note',
  'contact',
  'follow-up',
  'log',
  'alert',
  'assign',
  ...(kit.trackingUrl || kit.askedAt ? [] : (['send-kit'] as const)),
  ...care.acts,
];

export const isCareAct = (action: string | null): action is CareAct =>
  action !== null && action in CARE_ACT_NAMES;
