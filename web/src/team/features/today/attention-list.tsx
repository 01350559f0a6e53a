import { useState } from 'react';
import { Quiet } from '@/components/feedback/quiet.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { moveByArrow } from '@/components/layout/move-by-arrow.ts';
import type { TodayItem } from '@domain/contracts/team-today.ts';
import type { TeamSession } from '@domain/contracts/team-session.ts';
import type { Instant } from '@domain/time/instant.ts';
import { ItemRow, type Asked } from './item-row.tsx';
import { itemsIn, PARTS, type Part } from './words.ts';

type Props = {
  items: readonly TodayItem[];
  member: TeamSession;
  now: Instant;
  busy: boolean;
  onTake: (item: TodayItem) => void;
  onAsk: (asked: Asked) => void;
};

export function AttentionList({ items, member, ...rest }: Props) {
  const [part, setPart] = useState<Part>('All');
  const shown = itemsIn(part, items, member.id);
  return (
    <section
      aria-labelledby="needs-attention"
      className="overflow-clip rounded-card border border-line bg-card shadow-card"
    >
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3.5">
        <div className="flex items-center gap-3">
          <h2 id="needs-attention" className="text-heading">
            Needs attention
          </h2>
          <Badge tone="other">{shown.length}</Badge>
        </div>
        <fieldset className="flex gap-1 rounded-full bg-line p-1">
          <legend className="sr-only">Which items</legend>
          {PARTS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={part === each}
              onClick={() => setPart(each)}
              className={`press min-h-11 rounded-full px-3.5 text-small font-medium md:min-h-9 ${part === each ? 'bg-card font-semibold shadow-card' : ''}`}
            >
              {each} <span className="tabular-nums">{itemsIn(each, items, member.id).length}</span>
            </button>
          ))}
        </fieldset>
      </header>
      {shown.length === 0 ? (
        <Quiet title="Nothing needs you right now." />
      ) : (
        // The arrow keys lead from patient to patient; every row can be reached with Tab, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ul onKeyDown={moveByArrow}>
          {shown.map((item) => (
            <ItemRow key={item.key} item={item} member={member} {...rest} />
          ))}
        </ul>
      )}
    </section>
  );
}
