import { Tooltip } from '@/components/overlay/tooltip.tsx';
import type { Frame } from './action-card.tsx';

/** A locked card that says in a tooltip what it waits for. */
export default function ExplainedCard({
  lockedText,
  className,
  names,
  children,
}: Frame & { lockedText: string }) {
  return (
    <Tooltip text={lockedText}>
      {({ 'aria-describedby': tooltip, ...trigger }) => (
        <button
          type="button"
          aria-disabled
          className={className}
          {...trigger}
          {...names}
          aria-describedby={`${names['aria-describedby']} ${tooltip}`}
        >
          {children}
        </button>
      )}
    </Tooltip>
  );
}
