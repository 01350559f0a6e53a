import { CompactButton } from '@/components/action/compact-button.tsx';
import { comingDay, timeOf } from '@/lib/care-team/times.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import type { Instant } from '@domain/time/instant.ts';
import { Aside } from './asides.tsx';
import type { ItemActs } from './item-acts.tsx';

type Props = Pick<ItemActs, 'busy' | 'onDecide'> & {
  items: readonly TodayItem[];
  member: TeamSession;
  now: Instant;
};

/** Postponed items, until when and by whom: out of the way, but still visible. */
export const Reminders = ({ items, member, now, busy, onDecide }: Props) =>
  items.length === 0 ? null : (
    <Aside title="Reminders" count={items.length}>
      <ul>
        {items.map((item) => (
          <li
            key={item.key}
            className="border-t border-line px-4.5 py-2.5 text-small leading-snug first:border-t-0"
          >
            <p className="font-semibold">{item.title}</p>
            <p>{item.patient?.name}</p>
            <div className="mt-1 flex items-center justify-between gap-2">
              <span className="text-[0.8125rem] text-soft tabular-nums">
                {`${comingDay(item.remindAt!, member.timeZone, now)}, ${timeOf(item.remindAt!, member.timeZone)}`}
                {item.takenBy && `, ${item.takenBy.id === member.id ? 'you' : item.takenBy.name}`}
              </span>
              <CompactButton
                look="quiet"
                className="-mr-3"
                disabled={busy}
                onClick={() => onDecide(item, item.takenBy?.id === member.id ? 'release' : 'take')}
              >
                Show now
              </CompactButton>
            </div>
          </li>
        ))}
      </ul>
    </Aside>
  );
