import type { ReactNode } from 'react';
import { CompactButton } from '@/components/action/compact-button.tsx';

type Props = { title: string; children?: ReactNode; action?: ReactNode };

/** Shown in place of missing content: work screens have no pictures. */
export function Quiet({ title, children, action }: Props) {
  return (
    <div className="px-5 py-12 text-center">
      <p className="text-[0.9375rem] font-semibold">{title}</p>
      {children && <p className="mx-auto mt-1 max-w-md text-small text-soft">{children}</p>}
      {action && <div className="mt-4 flex justify-center">{action}</div>}
    </div>
  );
}

export function Failed({ title, words, onRetry }: { title: string; words: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <Quiet title={title} action={<CompactButton onClick={onRetry}>Try again</CompactButton>}>
        {words}
      </Quiet>
    </div>
  );
}
