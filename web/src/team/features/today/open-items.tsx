import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { useMinute } from '@/lib/care-team/times.ts';
import { todayQuery } from '@/lib/care-team/today-query.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { DoneDialog, HandOverDialog, OutcomeDialog } from './dialogs.tsx';
import type { Asked } from './item-row.tsx';
import { callOf, dueWords, endWords, holderOfItem } from './words.ts';

/** What of Today is about this patient, above their record. */
export function OpenItems({ patient, member }: { patient: string; member: TeamSession }) {
  const { data } = useQuery(todayQuery());
  const now = useMinute();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const items = data?.items.filter((item) => item.patient?.id === patient) ?? [];
  if (items.length === 0 && asked === null) return null;
  return (
    <section
      aria-label="Needs attention"
      className="overflow-clip rounded-field border border-line bg-card text-small"
    >
      <ul className="divide-y divide-line">
        {items.map((item) => {
          const due = dueWords(item.dueAt, member.timeZone, now);
          const { words, who, since } = holderOfItem(item, member, now);
          return (
            <li
              key={item.key}
              className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 ${item.urgent ? 'bg-learn-soft' : ''}`}
            >
              <h2 className="font-sans text-[0.9375rem] font-semibold">{item.title}</h2>
              {item.urgent && <Badge tone="danger">Urgent</Badge>}
              <p className="text-soft tabular-nums">
                <span className={due.isOverdue ? 'font-semibold text-danger' : ''}>
                  {due.isOverdue ? due.first : `${due.first}, ${due.second}`}
                </span>
                {` · ${words} ${who}`.trimEnd()}
                <span className="whitespace-nowrap">{since}</span>
              </p>
              <div className="ml-auto flex flex-wrap items-center gap-1.5">
                {callOf(item) !== null && item.ownedBy?.id === member.id && (
                  <CompactButton onClick={() => setAsked({ item, what: 'outcome' })}>Outcome</CompactButton>
                )}
                {item.mayEnd ? (
                  <CompactButton onClick={() => setAsked({ item, what: 'done' })}>Done</CompactButton>
                ) : (
                  <span className="px-2 text-[0.8125rem] text-soft">{endWords(item)}</span>
                )}
                <CompactButton look="quiet" onClick={() => setAsked({ item, what: 'hand-over' })}>
                  Hand off
                </CompactButton>
              </div>
            </li>
          );
        })}
      </ul>
      {asked?.what === 'done' && <DoneDialog item={asked.item} onClose={close} />}
      {asked?.what === 'hand-over' && (
        <HandOverDialog item={asked.item} colleagues={data!.colleagues} onClose={close} />
      )}
      {asked?.what === 'outcome' && (
        <OutcomeDialog call={callOf(asked.item)!} about={asked.item.patient?.name} onClose={close} />
      )}
    </section>
  );
}
