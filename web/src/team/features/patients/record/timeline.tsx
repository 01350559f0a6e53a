import { useState } from 'react';
import type { TimelineEntry } from '@domain/contracts/team/team-patient.ts';
import { localDate } from '@domain/time/local.ts';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import { Quiet } from '@/components/feedback/quiet.tsx';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import { dayHeading, dayOf, useMinute } from '@/lib/care-team/times.ts';
import { Entry } from './entry.tsx';
import { KINDS, type Kind } from './kinds.ts';

/** Years of a record would take a second to draw. */
const AT_ONCE = 200;

type Props = {
  entries: readonly TimelineEntry[];
  /** As whoever made an entry is called who is not of the team. */
  patient: string;
  zone: string;
  onQuestionnaire: () => void;
  onAddendum: (noteId: string) => void;
  onWithdraw: (noteId: string) => void;
  onTakeBack: (id: string) => void;
  onConversation: (threadId: string) => void;
  mayWithdraw: (entry: TimelineEntry) => boolean;
};

/** Everything in one list, newest first, a heading for each day. */
export function Timeline({ entries, zone, onQuestionnaire, ...shared }: Props) {
  const [kind, setKind] = useState<Kind | null>(null);
  const [most, setMost] = useState(AT_ONCE);
  const today = localDate(useMinute(), zone);
  const present = (Object.keys(KINDS) as Kind[]).filter((each) =>
    entries.some((entry) => entry.kind === each),
  );
  const shown = kind ? entries.filter((entry) => entry.kind === kind) : entries;
  return (
    <section aria-labelledby="timeline" className="rounded-card border border-line bg-card p-4.5 shadow-card">
      <div className="flex items-center justify-between gap-3">
        <h2 id="timeline" className="text-[1.25rem]">
          Timeline
        </h2>
        <CompactButton look="quiet" onClick={onQuestionnaire}>
          Questionnaire
        </CompactButton>
      </div>
      {present.length > 1 && (
        <fieldset className="mt-2 flex flex-wrap gap-1.5">
          <legend className="sr-only">Show</legend>
          {[null, ...present].map((each) => (
            <button
              key={each ?? 'all'}
              type="button"
              aria-pressed={kind === each}
              onClick={() => setKind(each)}
              className={compactLook(kind === each ? 'open' : 'quiet')}
            >
              {each ? KINDS[each].many : 'Everything'}
            </button>
          ))}
        </fieldset>
      )}
      {shown.length === 0 && <Quiet title="Nothing here yet" />}
      {/* The arrow keys lead from entry to entry, and Enter opens what can be opened. */}
      <div {...arrowKeys}>
        {daysOf(shown.slice(0, most), zone).map(([day, ofDay], place) => (
          <section key={day} aria-label={dayHeading(day, today)} className="mt-2 border-t border-line pt-2">
            <h3 className="mb-1 font-sans text-[0.8125rem] font-semibold text-soft">
              {dayHeading(day, today)}
            </h3>
            <ol className="timeline-day">
              {ofDay.map((entry, inDay) => (
                <Entry
                  key={`${entry.kind}${entry.id}${entry.at}`}
                  {...{ entry, zone, ...shared }}
                  isFirst={place === 0 && inDay === 0}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {shown.length > most && (
        <div className="mt-3 flex justify-center border-t border-line pt-3">
          <CompactButton onClick={() => setMost(most + AT_ONCE)}>Show older</CompactButton>
        </div>
      )}
    </section>
  );
}

function daysOf(entries: readonly TimelineEntry[], zone: string): [string, TimelineEntry[]][] {
  const days = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.at, zone);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
