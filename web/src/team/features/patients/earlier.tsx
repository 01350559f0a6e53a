import { useQuery } from '@tanstack/react-query';
import { CALL_OUTCOME_WORDS } from '@domain/contracts/team/team-calls.ts';
import type { TimelineEntry } from '@domain/contracts/team/team-patient.ts';
import { dayOf } from '@/lib/care-team/times.ts';
import { longDay } from '@domain/time/words.ts';
import { patientQuery, timelineQuery } from './queries.ts';

type Props = { id: string; zone: string };

const lastCall = (timeline: readonly TimelineEntry[]) =>
  timeline.find(({ kind, text }) => kind === 'call' && text === CALL_OUTCOME_WORDS['took-place']);
const lastNote = (timeline: readonly TimelineEntry[]) => timeline.find(({ kind }) => kind === 'note');

/** Shown before a call: the previous call and the last note, of any cycle. */
export function Earlier({ id, zone }: Props) {
  const { data: answer } = useQuery(patientQuery(id));
  const record = answer?.access === 'record' ? answer : null;
  const isFound = !!record && !!lastCall(record.timeline) && !!lastNote(record.timeline);
  const isOlder = !!record && !isFound && record.older.some(({ counts }) => counts.calls + counts.notes > 0);
  const { data: whole, isFetching } = useQuery({
    ...timelineQuery(id, { background: true }),
    enabled: isOlder,
  });
  if (!record || (isFetching && !whole)) return null;
  const timeline = whole ?? record.timeline;
  const call = lastCall(timeline);
  const note = lastNote(timeline);
  const words = (entry: TimelineEntry) => `${entry.title}, ${longDay(dayOf(entry.at, zone))}`;
  return (
    <dl className="space-y-1 text-small">
      <div className="flex flex-wrap gap-x-1.5">
        <dt className="text-soft">Last call:</dt>
        <dd>{call ? words(call) : 'none yet'}</dd>
      </div>
      <div className="flex flex-wrap gap-x-1.5">
        <dt className="text-soft">Last note:</dt>
        <dd>{note ? words(note) : 'none yet'}</dd>
      </div>
    </dl>
  );
}
