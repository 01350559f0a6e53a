import { useState } from 'react';
import { Quiet } from '@/components/feedback/quiet.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import { cityOf } from '@/lib/care-team/times.ts';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { Instant } from '@domain/time/instant.ts';
import type { ItemActs } from './item-acts.tsx';
import { ItemRow } from './item-row.tsx';
import { RoleFilter } from './role-filter.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { itemsIn, PARTS, type Owner, type Part } from './words.ts';

type Props = ItemActs & {
  items: readonly TodayItem[];
  member: TeamSession;
  now: Instant;
};

export function Worklist({ items, member, ...rest }: Props) {
  const [part, setPart] = useState<Part>('All');
  const [role, setRole] = useState<Owner | null>(null);
  const ofPart = itemsIn(part, items, member.id);
  const shown = role === null ? ofPart : ofPart.filter(({ owner }) => owner === role);
  const list = useKeptFocus();
  const mostUrgent = shown.find(({ urgent, takenBy }) => urgent && takenBy === null);
  return (
    <section
      aria-labelledby="needs-attention"
      className="overflow-clip rounded-card border border-line bg-card shadow-card"
    >
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3.5">
        <div className="flex items-center gap-3">
          <h2 id="needs-attention" className="text-[1.25rem]">
            Needs attention
          </h2>
          <Badge tone="task">{shown.length}</Badge>
        </div>
        <RoleFilter items={items} role={role} onSelect={setRole} />
        <fieldset className="flex gap-1 rounded-full bg-line/70 p-1 max-md:w-full">
          <legend className="sr-only">Which items</legend>
          {PARTS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={part === each}
              onClick={() => setPart(each)}
              className={`press min-h-11 rounded-full px-3.5 text-small whitespace-nowrap max-md:px-2 font-medium max-md:flex-1 md:min-h-9 ${part === each ? 'bg-card font-semibold text-brand-ink shadow-card' : ''}`}
            >
              {each} <span className="tabular-nums">{itemsIn(each, items, member.id).length}</span>
            </button>
          ))}
        </fieldset>
      </header>
      {shown.length === 0 ? (
        <Quiet title="You're all caught up." />
      ) : (
        // The arrow keys move from patient to patient. Tab reaches every row too.
        <ul ref={list} {...arrowKeys}>
          {shown.map((item) => (
            <ItemRow
              key={item.key}
              item={item}
              isMostUrgent={item === mostUrgent}
              member={member}
              {...rest}
            />
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <footer className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-5 py-2.5 text-[0.8125rem] text-soft max-md:hidden">
          <p className="flex flex-wrap gap-x-4">
            <span>
              <Key>↑</Key> <Key>↓</Key> move
            </span>
            <span>
              <Key>Enter</Key> open the patient
            </span>
            <span>
              <Key>/</Key> search
            </span>
          </p>
          <p>{`Times in ${cityOf(member.timeZone)}`}</p>
        </footer>
      )}
    </section>
  );
}

const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-md border border-line bg-paper px-1.5 py-px font-sans text-[0.75rem] text-ink">
    {children}
  </kbd>
);
