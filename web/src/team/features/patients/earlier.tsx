import { useQuery } from '@tanstack/react-query';
import { CALL_OUTCOME_WORDS } from '@domain/contracts/team/team-calls.ts';
import type { TimelineEntry } from '@domain/contracts/team/team-patient.ts';
import { dayOf } from '@/lib/care-team/times.ts';
import { longDay } from '@domain/time/words.ts';
import { patientQuery } from './queries.ts';

type Props = { id: string; zone: string };

/** Shown before a call: the previous call and the last note. */
export function Earlier({ id, zone }: Props) {
  const { data: record } = useQuery(patientQuery(id));
  if (record?.access !== 'record') return null;
  const newest = (of: (entry: TimelineEntry) => boolean) => record.timeline.find(of);
  const call = newest(({ kind, text }) => kind === 'call' && text === CALL_OUTCOME_WORDS['took-place']);
  const note = newest(({ kind }) => kind === 'note');
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
