import type { ReactNode } from 'react';

type Props = {
  /** Comes before everything else, for a patient who lost a pregnancy. */ first?: ReactNode;
  nextStep?: ReactNode;
  children: ReactNode;
};

/** The next step, then one column on a phone or two on a desk. The next step loads later, into space kept for it. */
export function HomeGrid({ first, nextStep, children }: Props) {
  return (
    <div className="grid gap-5 sm:gap-6 xl:grid-cols-[minmax(0,1fr)_21rem] xl:items-start">
      {first && <div className="xl:col-span-2">{first}</div>}
      <div className="flex min-h-53 overflow-clip rounded-card border border-line bg-card shadow-card lg:min-h-35 xl:col-span-2">
        {nextStep}
      </div>
      {children}
    </div>
  );
}
