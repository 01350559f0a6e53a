import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { TimelineEntry } from '@domain/contracts/team/team-patient.ts';
import { countOf, type CycleSection } from '@domain/record/cycle-sections.ts';
import type { ShownCycle } from '@domain/record/older-cycles.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { dayHeading } from '@/lib/care-team/times.ts';
import { Entry } from './entry.tsx';

/** Years without a period would take a second to render. */
const AT_ONCE = 200;

type Props = {
  section: ShownCycle;
  /** Null if there is nothing to collapse. */
  words: string | null;
  today: LocalDate;
  zone: string;
  patient: string;
  /** Tab enters the timeline here. */
  isFirst: boolean;
  isOpen: boolean;
  onTurn: () => void;
  /** Set if older entries could not be loaded. */
  onRetry: (() => void) | null;
  onAddendum: (noteId: string) => void;
  onWithdraw: (noteId: string) => void;
  onUndo: (id: string) => void;
  onConversation: (threadId: string) => void;
  mayWithdraw: (entry: TimelineEntry) => boolean;
};

/** One cycle of the timeline. Collapsed, it shows the number of its entries. */
export function TimelineCycle({ section, words, today, isFirst, isOpen, onTurn, onRetry, ...shared }: Props) {
  const id = useId();
  const [most, setMost] = useState(AT_ONCE);
  const loaded = countOf(section);
  const count = loaded + section.unloaded;
  const shown = words === null || isOpen;
  return (
    <div className={`mt-2 border-t border-line pt-1 ${shown ? '' : 'print:hidden'}`}>
      {words !== null && (
        <h3>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onTurn}
            className="press -mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-2 rounded-field px-2 text-left font-sans text-small font-semibold hover:bg-paper"
          >
            <ChevronDown
              aria-hidden="true"
              strokeWidth={1.75}
              className={`press size-4 shrink-0 print:hidden ${isOpen ? '' : '-rotate-90'}`}
            />
            <span>
              {`${words} `}
              <span className="font-normal whitespace-nowrap text-soft">
                {count === 1 ? '1 entry' : `${count} entries`}
              </span>
            </span>
          </button>
        </h3>
      )}
      <div id={id} hidden={!shown}>
        {shown &&
          firstOf(section.days, most).map(([day, entries], place) => (
            <section
              key={day}
              aria-label={dayHeading(day, today)}
              className={place === 0 ? 'pt-1' : 'mt-2 border-t border-line pt-2'}
            >
              <h3 className="mb-1 font-sans text-[0.8125rem] font-semibold text-soft">
                {dayHeading(day, today)}
              </h3>
              <ol className="timeline-day">
                {entries.map((entry, inDay) => (
                  <Entry
                    key={`${entry.kind}${entry.id}${entry.at}`}
                    {...{ entry, ...shared }}
                    isFirst={isFirst && place === 0 && inDay === 0}
                  />
                ))}
              </ol>
            </section>
          ))}
        {shown &&
          section.unloaded > 0 &&
          (onRetry ? <CompactButton onClick={onRetry}>Try again</CompactButton> : <LoadingBlock lines={3} />)}
        {shown && loaded > most && (
          <div className="mt-3 flex justify-center border-t border-line pt-3 print:hidden">
            <CompactButton onClick={() => setMost(most + AT_ONCE)}>Show older</CompactButton>
          </div>
        )}
      </div>
    </div>
  );
}

function firstOf(days: CycleSection['days'], most: number): CycleSection['days'] {
  let left = most;
  return days.flatMap(([day, entries]): CycleSection['days'] => {
    const taken = entries.slice(0, Math.max(0, left));
    left -= taken.length;
    return taken.length > 0 ? [[day, taken]] : [];
  });
}
