import type { ReactNode } from 'react';

type Props = {
  /** Before everything else, for anyone who has lost a pregnancy. */ first?: ReactNode;
  today?: ReactNode;
  children: ReactNode;
};

/** Today above one column on a phone, two on a desk. Today comes after the first screen, into a place that is kept. */
export function HomeGrid({ first, today, children }: Props) {
  return (
    <div className="grid gap-5 sm:gap-6 xl:grid-cols-[minmax(0,1fr)_21rem] xl:items-start">
      {first && <div className="xl:col-span-2">{first}</div>}
      <div className="flex min-h-53 overflow-clip rounded-card border border-line bg-card shadow-card lg:min-h-35 xl:col-span-2">
        {today}
      </div>
      {children}
    </div>
  );
}
