import type { ReactNode } from 'react';
import { Button } from '@/components/action/button.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { clockTime } from '@/lib/dates/dates.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import type { TimeSlot } from './queries.ts';
import { SlotGrid, SlotPlaceholders } from './slot-grid.tsx';
import { partsOfDay } from './slot-times.ts';

type Props = {
  slots: TimeSlot[] | undefined;
  failed: boolean;
  onRetry: () => void;
  /** Shown if the day has no slots. */
  none: ReactNode;
  hostName?: string | undefined;
  label?: string;
  onChoose: (slot: TimeSlot) => void;
};

export function DaySlots({ slots, failed, onRetry, none, ...grid }: Props) {
  if (failed) return <DidNotLoad onRetry={onRetry} />;
  if (!slots) return <SlotPlaceholders />;
  if (slots.length === 0) return none;
  return <SlotGrid parts={partsOfDay(slots, { zone: shownZone(), clock: clockTime })} {...grid} />;
}

const DidNotLoad = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    picture="error"
    title="We couldn’t load the times for this day"
    action={
      <Button look="outline" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);
