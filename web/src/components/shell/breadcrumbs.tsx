import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';

type Props = { trail: { label: string; to?: string }[]; title: string };

export function Breadcrumbs({ trail, title }: Props) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-2 text-soft">
        {trail.map(({ label, to }) => (
          <li key={label} className="hidden shrink-0 items-center gap-2 sm:flex">
            {to ? (
              <Link href={to} className="press rounded-md hover:text-brand-ink hover:underline">
                {label}
              </Link>
            ) : (
              label
            )}
            <ChevronRight aria-hidden="true" className="size-4 opacity-60" />
          </li>
        ))}
        <li aria-current="page" className={`truncate ${trail.length > 0 ? 'font-medium text-ink' : ''}`}>
          {title}
        </li>
      </ol>
    </nav>
  );
}
