import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Notice } from '@/components/feedback/notice.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { useMinute } from '@/lib/care-team/times.ts';
import { todayQuery } from '@/lib/care-team/today-query.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ItemActButtons, NotMine } from './item-acts.tsx';
import { useItemActs } from './use-item-acts.ts';
import { dueWords, holderOfItem } from './words.ts';

// Loads when a button is pressed, because people read a record first.
const AskedDialog = lazy(() =>
  import('./asked-dialog.tsx').then((loaded) => ({ default: loaded.AskedDialog })),
);

/** Today's items about this patient, above their record. */
export function OpenItems({ patient, member }: { patient: string; member: TeamSession }) {
  const { data } = useQuery(todayQuery());
  const now = useMinute();
  const { asked, close, acts, error } = useItemActs();
  const items = data?.items.filter((item) => item.patient?.id === patient) ?? [];
  if (items.length === 0 && asked === null) return null;
  return (
    <section
      aria-label="Needs attention"
      className="overflow-clip rounded-field border border-line bg-card text-small"
    >
      {error && (
        <div role="alert">
          <Notice tone="warning">{failureWords(error)}</Notice>
        </div>
      )}
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
                <ItemActButtons item={item} member={member} {...acts} />
                <NotMine item={item} />
              </div>
            </li>
          );
        })}
      </ul>
      {asked && (
        <Suspense fallback={null}>
          <AskedDialog
            asked={asked}
            zone={member.timeZone}
            colleagues={data?.colleagues ?? []}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  );
}
