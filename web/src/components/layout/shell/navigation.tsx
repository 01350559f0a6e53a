import type { ComponentType } from 'react';
import { Link } from 'wouter';

export type NavigationEntry = {
  to: string;
  label: string;
  icon: ComponentType<{ className?: string; strokeWidth?: number }>;
  /** Called when someone is about to follow the link. */
  onIntent: () => void;
};

/** A few words next to an entry, by its destination: '2 unread'. */
export type NavigationNews = Partial<Record<string, string>>;

type Props = {
  label?: string;
  path: string;
  /** The entry the page belongs to, if it has none of its own. */
  within?: string | null | undefined;
  entries: NavigationEntry[];
  news?: NavigationNews | undefined;
  onFollow?: () => void;
};

export function Navigation({ label: name = 'Main', path, within, entries, news, onFollow }: Props) {
  return (
    <nav aria-label={name}>
      <ul className="space-y-1.5">
        {entries.map(({ to, label, icon: Icon, onIntent }) => {
          const current = path === to ? 'page' : within === to;
          return (
            <li key={to}>
              <Link
                href={to}
                aria-current={current || undefined}
                onPointerEnter={onIntent}
                onFocus={onIntent}
                onClick={onFollow}
                className={
                  'press flex min-h-12 items-center gap-3.5 rounded-field px-4 font-medium ' +
                  (current ? 'bg-blush font-semibold text-brand-ink' : 'hover:bg-blush/45')
                }
              >
                <Icon className="size-5 shrink-0" strokeWidth={1.75} />
                {label}
                {news?.[to] && (
                  <span className="ml-auto rounded-full bg-brand px-2.5 text-small font-semibold text-on-brand">
                    {news[to]}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
