import { useId, type ReactNode } from 'react';
import { TextLink } from '@/components/action/link-button.tsx';
import { safeAddress } from '@/lib/text/safe-address.ts';

type Props = {
  title: string;
  /** The page with everything of this type. */
  all?: string;
  children: ReactNode;
};

export function Section({ title, all, children }: Props) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-4 flex items-baseline justify-between gap-x-4 max-[20rem]:flex-wrap">
        <h2 id={titleId} className="text-heading wrap-anywhere">
          {title}
        </h2>
        {all && (
          <TextLink
            to={safeAddress(all)}
            newTab={!all.startsWith('/')}
            aria-describedby={titleId}
            className="inline-flex min-h-11 shrink-0 items-center gap-1 rounded-sm font-semibold text-brand hover:underline"
          >
            View All
          </TextLink>
        )}
      </div>
      {children}
    </section>
  );
}
