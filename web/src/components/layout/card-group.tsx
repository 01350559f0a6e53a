import { useId, type ReactNode } from 'react';
import { CardLevel } from './card-level.ts';

/** A group of cards with its own heading. Hidden while none of them has anything to show. */
export function CardGroup({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="space-y-6 pt-6 has-[>h2:only-child]:hidden">
      <h2 id={titleId} className="text-title">
        {title}
      </h2>
      <CardLevel value={3}>{children}</CardLevel>
    </section>
  );
}
