import type { RecordFacts } from '../contracts/team/record-facts.ts';
import type { TimelineEntry } from '../contracts/team/team-patient.ts';
import { instantFromIso } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { shortDay } from '../time/words.ts';
import { clockTime } from '../time/zoned-words.ts';
import { titleOf } from '../worklist/items-of.ts';
import { OUTCOME_WORDS } from '../worklist/outcomes.ts';

type Decision = RecordFacts['decisions'][number];

/** Who took, ended or handed off which item on Today, and their comment; times are the reader's. */
export const decisionEntries = (decisions: readonly Decision[], zone: string): TimelineEntry[] =>
  decisions.map((decision) => ({
    kind: 'decision',
    id: decision.id,
    at: decision.at,
    title: `${titleOf(decision.key)}: ${whatOf(decision)}`,
    text: [decision.words, reminderOf(decision, zone)].filter(Boolean).join('\n'),
    who: decision.who,
  }));

export const DECISION_WORDS = {
  take: 'taken',
  release: 'released',
  remind: 'reminder set',
  'hand-over': 'handed off',
  reopen: 'reopened',
} as const;

function whatOf({ decision, outcome, to }: Decision): string {
  if (decision === 'done' || decision === 'contact') return outcome ? OUTCOME_WORDS[outcome] : 'done';
  return decision === 'hand-over' && to ? `handed off to ${to}` : DECISION_WORDS[decision];
}

function reminderOf({ remindAt }: Decision, zone: string): string | null {
  if (remindAt === null) return null;
  const at = instantFromIso(remindAt);
  return `Reminder: ${shortDay(localDate(at, zone))}, ${clockTime(at, zone)}`;
}
