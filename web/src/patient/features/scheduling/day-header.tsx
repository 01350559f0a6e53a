import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Ref } from 'react';
import type { DayWindow } from '@domain/booking/day-window.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { IconButton } from '@/components/action/icon-button.tsx';
import { DayPicker } from './day-picker.tsx';
import { fromToday } from './words.ts';

type Props = {
  day: DayWindow;
  today: LocalDate;
  /** The last day that can be booked. */
  last: LocalDate | undefined;
  heading?: Ref<HTMLButtonElement>;
  onGo: (date: LocalDate) => void;
};

export function DayHeader({ day: { date, previous, next }, today, last, heading, onGo }: Props) {
  return (
    <div className="-mx-3 flex items-center justify-between sm:mx-0">
      <IconButton
        label="Previous day"
        icon={ChevronLeft}
        disabled={!previous}
        onClick={() => previous && onGo(previous)}
      />
      <div className="min-w-0 text-center">
        <p className="caption">{fromToday(date, today)}</p>
        <DayPicker value={date} min={today} max={last} button={heading} onPick={onGo} />
      </div>
      <IconButton label="Next day" icon={ChevronRight} disabled={!next} onClick={() => next && onGo(next)} />
    </div>
  );
}
