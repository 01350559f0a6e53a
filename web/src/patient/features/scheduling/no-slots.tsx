import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays, type LocalDate } from '@domain/time/day.ts';
import { weekdayAndDay } from '@domain/time/words.ts';
import { Button } from '@/components/action/button.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { nextAvailable } from './next-available.ts';
import { fetchSlots, type SlotSearch } from './queries.ts';
import { LOADING_FAILED } from './words.ts';

type Props = {
  search: SlotSearch;
  shown: LocalDate;
  today: LocalDate;
  last: LocalDate | undefined;
  onGo: (date: LocalDate) => void;
};

/** The farthest day that can be booked, for the moment before the call type has loaded. */
const FURTHEST = 60;

export function NoSlots({ search, shown, today, last = addDays(today, FURTHEST), onGo }: Props) {
  const [fullUntil, setFullUntil] = useState<LocalDate | null>(null);
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      nextAvailable({
        shown,
        last,
        now: Date.now(),
        zone: shownZone(),
        slotsBetween: (from, until) => fetchSlots(search, from, until),
      }),
    meta: { failure: LOADING_FAILED },
    onSuccess: (date) => (date ? onGo(date) : setFullUntil(last)),
  });
  return (
    <EmptyState
      picture="no-calls"
      title="There are no available slots for this date."
      action={
        fullUntil === null && (
          <Button busy={isPending} onClick={() => mutate()}>
            Next available
          </Button>
        )
      }
    >
      <p>Please select a different date.</p>
      <output className={fullUntil ? 'mt-4 block text-ink' : ''}>
        {fullUntil &&
          `Every day through ${weekdayAndDay(fullUntil)} is full right now. New times open often, and your coach can help.`}
      </output>
    </EmptyState>
  );
}
