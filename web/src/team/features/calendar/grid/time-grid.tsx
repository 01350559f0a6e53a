import { useEffect, useRef, useState } from 'react';
import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import type { LocalDate } from '@domain/time/day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { clockWords, dayOfMonth, weekdayAndDay, weekdayName } from '@domain/time/words.ts';
import { clockTime } from '@domain/time/zoned-words.ts';
import type { Column, View } from './columns.ts';
import { GridColumn } from './grid-column.tsx';
import { useDrag, type Drop } from './use-drag.ts';
import type { Wanted } from '../times-field.tsx';
import { instantAt, minuteOn, MINUTES_OF_DAY } from './spans.ts';

type Props = {
  columns: readonly Column[];
  view: View;
  zone: string;
  today: LocalDate;
  now: Instant;
  onOpen: (call: CalendarAppointment) => void;
  onBook: (wanted: Wanted) => void;
  onDrop: (drop: Drop) => void;
};

const HOURS = Array.from({ length: 23 }, (_, hour) => hour + 1);
const MORNING = 8 * 60;
const SPACE_ABOVE = 30;
/** The arrow keys scroll it, also when no call and no free time in it takes the focus. */
const SCROLLS = { 'aria-label': 'Time grid', tabIndex: 0 };

/** The minute at the top when the calendar opens: a little before the earliest hours. */
function firstMinute(columns: readonly Column[], zone: string): number {
  const starts = columns.flatMap(({ working, day }) => working.map(({ from }) => minuteOn(from, day, zone)));
  return Math.max(Math.min(MORNING, ...starts) - SPACE_ABOVE, 0);
}

/** Days side by side, or people on one day, to scale. */
export function TimeGrid({ columns, view, zone, today, now, onOpen, onBook, onDrop }: Props) {
  const { held, handlersOf } = useDrag({ columns, zone, onDrop });
  const over = columns.find(({ key }) => key === held?.column);
  const box = useRef<HTMLElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const [first] = useState(() => firstMinute(columns, zone));
  useEffect(() => {
    if (box.current && axis.current)
      box.current.scrollTop = axis.current.offsetHeight * (first / MINUTES_OF_DAY);
  }, [first]);
  return (
    <section
      ref={box}
      {...SCROLLS}
      className="mt-4 grid max-h-[min(42rem,72dvh)] overflow-auto overscroll-contain rounded-card border border-line bg-card shadow-card"
      style={{ gridTemplateColumns: `3.75rem repeat(${columns.length}, minmax(7rem, 1fr))` }}
    >
      <div className="sticky top-0 left-0 z-30 border-b border-line bg-card">
        <output className="sr-only">
          {held &&
            over &&
            `${weekdayAndDay(over.day)}, ${clockTime(instantAt(held.minute, over.day, zone), zone)}, ${over.person.name}`}
        </output>
      </div>
      {columns.map(({ key, day, person }) => (
        <div
          key={key}
          aria-hidden="true"
          className={`sticky top-0 z-20 min-w-0 truncate border-b border-l border-line px-2 py-2.5 text-small font-semibold ${
            view === 'week' && day === today ? 'bg-blush' : 'bg-card'
          }`}
        >
          {view === 'week' ? `${weekdayName(day).slice(0, 3)} ${dayOfMonth(day)}` : person.name}
        </div>
      ))}
      <div ref={axis} aria-hidden="true" className="time-column sticky left-0 z-10 bg-card">
        {HOURS.map((hour) => (
          <span
            key={hour}
            className="absolute right-2 -translate-y-1/2 text-[0.75rem] text-soft tabular-nums"
            style={{ top: `${(hour / 24) * 100}%` }}
          >
            {clockWords(`${String(hour).padStart(2, '0')}:00`).replace(':00', '')}
          </span>
        ))}
      </div>
      {columns.map((column) => (
        <GridColumn
          key={column.key}
          {...{ column, zone, now, held, handlersOf, onOpen, onBook }}
          label={`${weekdayAndDay(column.day)}, ${column.person.name}`}
          isToday={column.day === today}
        />
      ))}
    </section>
  );
}
