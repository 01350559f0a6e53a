import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { LocalDate } from '@domain/time/day.ts';
import { Button } from '@/components/action/button.tsx';
import { DaySlots } from './day-slots.tsx';
import { slotsQuery, type SlotSearch, type TimeSlot } from './queries.ts';

type Props = {
  search: SlotSearch;
  date: LocalDate;
  /** The own coach's slots on that day. */
  own: readonly TimeSlot[] | undefined;
  onChoose: (slot: TimeSlot) => void;
};

/** More times on that day, with coaches other than the patient's own. */
export function OtherCoaches({ search, date, own, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const slots = useQuery({ ...slotsQuery({ ...search, others: true }, date), enabled: isOpen });
  return (
    <div className="mt-6 border-t border-line pt-5">
      <Button
        look="quiet"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        className="-ml-4"
      >
        Other coaches
        <ChevronDown
          aria-hidden="true"
          className={`size-5 transition-transform ${isOpen ? 'rotate-180' : ''}`}
        />
      </Button>
      <div id={listId} className={isOpen ? 'mt-4' : 'hidden'}>
        {isOpen && (
          <DaySlots
            slots={slots.data?.filter(({ startsAt }) => !own?.some((slot) => slot.startsAt === startsAt))}
            failed={slots.isLoadingError || (slots.isPending && slots.isPaused)}
            onRetry={() => void slots.refetch()}
            none={<p className="text-soft">The other coaches have no more times on this day.</p>}
            label="Other coaches"
            onChoose={onChoose}
          />
        )}
      </div>
    </div>
  );
}
