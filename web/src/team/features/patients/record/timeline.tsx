import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { TimelineEntry } from '@domain/contracts/team/team-patient.ts';
import { cycleSections, sectionWords, startsOf } from '@domain/record/cycle-sections.ts';
import { withOlder, type ShownCycle } from '@domain/record/older-cycles.ts';
import { FILTERS, FILTER_WORDS, isShown, type Filter } from '@domain/record/filters.ts';
import { localDate } from '@domain/time/local.ts';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import { Quiet } from '@/components/feedback/quiet.tsx';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import { dayOf, useMinute } from '@/lib/care-team/times.ts';
import { useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { timelineQuery, type WholeRecord } from '../queries.ts';
import { PrintHead } from './print-head.tsx';
import { TimelineCycle } from './timeline-cycle.tsx';
import { usePrint } from './use-print.ts';
import './print.css';

type Props = {
  /** These load separately. */
  conversations: readonly TimelineEntry[];
  record: WholeRecord;
  zone: string;
  onQuestionnaire: () => void;
  onAddendum: (noteId: string) => void;
  onWithdraw: (noteId: string) => void;
  onUndo: (id: string) => void;
  onConversation: (threadId: string) => void;
  mayWithdraw: (entry: TimelineEntry) => boolean;
};

const startOf = ({ startsOn }: ShownCycle) => startsOn ?? 'before';

/** All entries, newest first, by day inside cycles. Older cycles load when one of them is expanded. */
export function Timeline({ conversations, record, zone, onQuestionnaire, ...acts }: Props) {
  const [filter, setFilter] = useState<Filter>('all');
  const [turned, setTurned] = useState<readonly string[]>([]);
  const today = localDate(useMinute(), zone);
  const print = usePrint(record.id);
  const [wantsWhole, setWantsWhole] = useState(false);
  const whole = useQuery({ ...timelineQuery(record.id), enabled: wantsWhole });
  useFailureToast(whole.error, 'Previous cycles could not be loaded. Please try again.');
  const sections = withOlder(
    cycleSections(
      [...(whole.data ?? record.timeline), ...conversations]
        .filter((entry) => isShown(entry, filter))
        .toSorted((one, other) => other.at.localeCompare(one.at)),
      startsOf(record.cycle.periods),
      ({ at }) => dayOf(at, zone),
    ),
    whole.data ? [] : record.older,
    filter,
  );
  const retry = whole.isError && !whole.isFetching ? () => void whole.refetch() : null;
  const isOpen = (section: ShownCycle, place: number) => (place === 0) !== turned.includes(startOf(section));
  if (!wantsWhole && sections.some((section, place) => section.unloaded > 0 && isOpen(section, place)))
    setWantsWhole(true);
  const patient = record.profile.firstName || 'the patient';
  return (
    <section
      aria-labelledby="timeline"
      className="print-area rounded-card border border-line bg-card p-4.5 shadow-card"
    >
      <PrintHead record={record} today={today} filter={filter} />
      <div className="print-body">
        <div className="flex flex-wrap items-center justify-between gap-x-3 print:hidden">
          <h2 id="timeline" className="text-[1.25rem]">
            Timeline
          </h2>
          <div className="-mr-2 flex">
            <CompactButton look="quiet" onClick={onQuestionnaire}>
              Questionnaire
            </CompactButton>
            <CompactButton look="quiet" disabled={print.busy || sections.length === 0} onClick={print.print}>
              <Printer aria-hidden="true" className="size-4" strokeWidth={1.75} />
              Print
            </CompactButton>
          </div>
        </div>
        <fieldset className="mt-2 flex flex-wrap gap-1.5 print:hidden">
          <legend className="sr-only">Show</legend>
          {FILTERS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={filter === each}
              onClick={() => setFilter(each)}
              className={compactLook(filter === each ? 'open' : 'quiet')}
            >
              {FILTER_WORDS[each]}
            </button>
          ))}
        </fieldset>
        {sections.length === 0 && (
          <Quiet
            title={filter === 'all' ? 'Nothing here yet' : `No ${FILTER_WORDS[filter].toLowerCase()} yet`}
          />
        )}
        {/* The arrow keys move from entry to entry. Enter expands an entry. */}
        <div {...arrowKeys}>
          {sections.map((section, place) => (
            <TimelineCycle
              key={`${filter}${startOf(section)}`}
              {...{ section, today, zone, patient, ...acts }}
              words={sections.length > 1 || section.startsOn !== null ? sectionWords(section, today) : null}
              isFirst={place === 0}
              isOpen={isOpen(section, place)}
              onRetry={retry}
              onTurn={() =>
                setTurned((before) =>
                  before.includes(startOf(section))
                    ? before.filter((each) => each !== startOf(section))
                    : [...before, startOf(section)],
                )
              }
            />
          ))}
        </div>
      </div>
    </section>
  );
}
