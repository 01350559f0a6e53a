import type { RecordFacts } from '../contracts/team/record-facts.ts';
import type { TimelineEntry } from '../contracts/team/team-patient.ts';
import { instantFromIso } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { longDay } from '../time/words.ts';
import { clockTime } from '../time/zoned-words.ts';

/** The care team's own entries: staff notes, alerts and follow-ups. `zone` is the reader's. */
export const teamEntries = (
  { staffNotes, alerts, followUps }: Pick<RecordFacts, 'staffNotes' | 'alerts' | 'followUps'>,
  zone: string,
): TimelineEntry[] => [
  ...staffNotes.map(({ id, text, at, who, canUndo }): TimelineEntry => ({
    kind: 'staff-note',
    id,
    at,
    title: 'Staff note',
    text,
    who,
    canUndo,
  })),
  ...alerts.flatMap(({ id, text, at, who, removed }): TimelineEntry[] => [
    { kind: 'alert', id, at, title: 'Alert added', text, who },
    ...(removed
      ? [{ kind: 'alert' as const, id, at: removed.at, title: 'Alert removed', text, who: removed.who }]
      : []),
  ]),
  ...followUps.map(({ id, text, at, who, to, dueAt, isDone }): TimelineEntry => ({
    kind: 'follow-up',
    id,
    at,
    title: isDone ? 'Follow-up, done' : 'Follow-up',
    text: `For ${to}, due ${dueWords(dueAt, zone)}\n${text}`,
    who,
  })),
];

function dueWords(dueAt: string, zone: string): string {
  const due = instantFromIso(dueAt);
  return `${longDay(localDate(due, zone))}, ${clockTime(due, zone)}`;
}
