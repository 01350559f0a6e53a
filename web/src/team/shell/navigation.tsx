import { Link } from 'wouter';
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
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
