import type { WholeRecord } from '../queries.ts';

/** By the word that stands for them in the address. */
export const ACTIONS = {
  note: 'Write note',
  contact: 'Record contact',
  log: 'Log for patient',
  assign: 'Assign coach',
  'send-kit': 'Send the kit',
  questionnaire: 'Questionnaire',
} as const;
export type Action = keyof typeof ACTIONS;

export const actionsFor = ({ kit }: WholeRecord): Action[] => [
  'note',
  'contact',
  'log',
  'assign',
  ...(kit.trackingUrl || kit.askedAt ? [] : (['send-kit'] as const)),
  'questionnaire',
];
