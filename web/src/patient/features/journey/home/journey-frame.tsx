import type { ReactNode } from 'react';
import { LoadingBlock, Skeleton } from '@/components/feedback/skeleton.tsx';

type Props = { picture: ReactNode; children: ReactNode; 'aria-label'?: string };

/** The card with the patient's place: a picture above the words, or next to them if there is room. */
export function JourneyFrame({ picture, children, ...rest }: Props) {
  return (
    <section
      {...rest}
      className="grid overflow-clip rounded-card border border-line bg-card shadow-card md:grid-cols-[1fr_minmax(0,9rem)] lg:grid-cols-[1fr_minmax(0,12.5rem)] 2xl:grid-cols-[1fr_minmax(0,18rem)]"
    >
      <div className="relative h-36 md:order-last md:h-auto">{picture}</div>
      <div className="p-5 sm:p-7">{children}</div>
    </section>
  );
}

/** Shown until the patient's place is known. */
export function JourneySkeleton() {
  return (
    <JourneyFrame picture={<div className="dawn-picture absolute inset-0" />}>
      <LoadingBlock />
      <Skeleton className="mt-3 h-8 w-3/5" />
      <Skeleton className="mt-3 h-4 w-2/5" />
      <Skeleton className="mt-7 h-2 w-80 max-w-full" />
      <Skeleton className="mt-6 h-11 w-36" />
    </JourneyFrame>
  );
}
