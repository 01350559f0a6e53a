import { Tooltip } from '@/components/overlay/tooltip.tsx';
import type { Title } from './action-card.tsx';

/** A locked card with a tooltip that says what it waits for. */
export default function ExplainedCard({
  lockedText,
  className,
  about,
  children,
}: Title & { lockedText: string }) {
  return (
    <Tooltip text={lockedText}>
      {({ 'aria-describedby': tooltip, ...trigger }) => (
        <button
          type="button"
          aria-disabled
          className={className}
          {...trigger}
          aria-describedby={`${about} ${tooltip}`}
        >
          {children}
        </button>
      )}
    </Tooltip>
  );
}
