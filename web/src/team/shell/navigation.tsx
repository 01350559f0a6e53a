import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { todayQuery } from '@/lib/care-team/today-query.ts';
import type { Page } from '@/team/pages.ts';

type Props = { pages: Page[]; path: string; onFollow?: () => void };

export function Navigation({ pages, path, onFollow }: Props) {
  return (
    <nav aria-label="Main">
      <ul className="space-y-1">
        {pages.map(({ path: to, title, icon: Icon }) => {
          const current = path === to || (to !== '/team' && path.startsWith(`${to}/`));
          return (
            <li key={to}>
              <Link
                href={to}
                aria-current={current ? 'page' : undefined}
                onClick={onFollow}
                className={
                  'press flex min-h-11 items-center gap-3 rounded-field px-3 text-[0.9375rem] font-medium ' +
                  (current ? 'bg-blush font-semibold text-brand-ink' : 'hover:bg-blush/45')
                }
              >
                <Icon className="size-[1.125rem] shrink-0" strokeWidth={1.75} />
                {title}
                {to === '/team' && <Waiting />}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The number of items on Today. Not part of the link's accessible name. */
function Waiting() {
  const { data } = useQuery(todayQuery());
  if (!data || data.items.length === 0) return null;
  const urgent = data.items.filter((item) => item.urgent).length;
  return (
    <span
      aria-hidden="true"
      className={`ml-auto rounded-full px-2.5 py-0.5 text-[0.8125rem] font-semibold tabular-nums ${urgent > 0 ? 'bg-danger text-on-danger' : 'bg-line text-ink'}`}
    >
      {data.items.length}
    </span>
  );
}
