import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';

export type Crumb = { label: string; to?: string };

/** The breadcrumb. On small screens it is a line of its own above the title, truncated if too long. */
export function Breadcrumbs({ trail, title }: { trail: Crumb[]; title: string }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="grid min-w-0 grid-cols-[minmax(0,auto)_minmax(0,1fr)] items-center text-soft max-lg:text-small max-sm:leading-tight max-[12rem]:block sm:flex sm:flex-wrap sm:gap-x-2">
        {trail.map(({ label, to }) => (
          <li key={label} className="flex min-w-0 items-center sm:gap-2">
            {to ? (
              <Link
                href={to}
                className="press relative min-w-0 rounded-md leading-6 hover:text-brand-ink hover:underline max-sm:-my-2.5 max-sm:py-2.5 sm:leading-11"
              >
                <Label>{label}</Label>
              </Link>
            ) : (
              <Label>{label}</Label>
            )}
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 opacity-60" />
          </li>
        ))}
        <li aria-current="page" className="col-span-full min-w-0 font-medium wrap-anywhere text-ink">
          {title}
        </li>
      </ol>
    </nav>
  );
}

const Label = ({ children }: { children: string }) => (
  <span className="line-clamp-1 wrap-anywhere">{children}</span>
);
