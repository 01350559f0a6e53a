import type { ReactNode } from 'react';

/** One column on a phone, two on a desk. */
export function HomeGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-5 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">{children}</div>
  );
}
