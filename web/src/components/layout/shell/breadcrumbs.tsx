import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';

export type Crumb = { label: string; to?: string };

/** Where this page stands. Small screens have room for the page itself only. */
export function Breadcrumbs({ trail, title }: { trail: Crumb[]; title: string }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-2 text-soft max-lg:text-small max-sm:leading-tight">
        {trail.map(({ label, to }) => (
          <li key={label} className="hidden items-center gap-2 sm:flex">
            {to ? (
              <Link
                href={to}
                className="press inline-flex min-h-11 items-center rounded-md hover:text-brand-ink hover:underline"
              >
                {label}
              </Link>
            ) : (
              label
            )}
            <ChevronRight aria-hidden="true" className="size-4 opacity-60" />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 font-medium wrap-anywhere text-ink">
          {title}
        </li>
      </ol>
    </nav>
  );
}
