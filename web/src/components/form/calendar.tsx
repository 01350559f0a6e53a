import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { addDays, type LocalDate } from '@domain/time/day.ts';
import { fullDay, monthAndYear, weekdayName } from '@domain/time/words.ts';
import {
  addMonths,
  clampDay,
  firstOfMonth,
  sameMonth,
  daysSinceSunday,
  weekFrom,
  weeksOf,
} from './calendar-days.ts';
import { IconButton } from '@/components/action/icon-button.tsx';

const WEEKDAYS = weekFrom('2026-11-01'); // any week will do
/** A table whose cells are reached with the arrow keys. */
const GRID = { role: 'grid' };

type Props = {
  value: LocalDate | null;
  today: LocalDate;
  min?: LocalDate | undefined;
  max?: LocalDate | undefined;
  onPick: (day: LocalDate) => void;
};

/** A month as a grid: arrows move by day and week, Home and End within the week, Page Up and Down by month. */
export default function Calendar({ value, today, min, max, onPick }: Props) {
  const titleId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState(() => clampDay(value ?? today, min, max));
  const allowed = (day: LocalDate) => day === clampDay(day, min, max);
  const turn = (months: number) => setCursor(clampDay(addMonths(cursor, months), min, max));

  useEffect(() => focusCursor(grid.current), []);

  function move(event: KeyboardEvent) {
    const target = dayByKey(cursor, event.key, event.shiftKey);
    if (!target) return;
    event.preventDefault();
    setCursor(clampDay(target, min, max));
    // After React has drawn the month that the day is in.
    requestAnimationFrame(() => focusCursor(grid.current));
  }

  function look(day: LocalDate): string {
    if (day === value) return 'bg-brand font-semibold text-on-brand';
    if (!allowed(day)) return 'cursor-default text-soft/50';
    if (day === today) return 'bg-blush font-semibold text-brand-ink';
    return `hover:bg-blush/60 ${sameMonth(day, cursor) ? '' : 'text-soft'}`;
  }

  return (
    <div className="p-4 max-[22rem]:px-1 sm:p-5">
      <div className="flex items-center justify-between">
        <IconButton
          label="Previous month"
          icon={ChevronLeft}
          disabled={!allowed(addDays(firstOfMonth(cursor), -1))}
          onClick={() => turn(-1)}
        />
        <h3 id={titleId} aria-live="polite" className="text-lead">
          {monthAndYear(cursor)}
        </h3>
        <IconButton
          label="Next month"
          icon={ChevronRight}
          disabled={!allowed(firstOfMonth(addMonths(cursor, 1)))}
          onClick={() => turn(1)}
        />
      </div>
      <table ref={grid} {...GRID} aria-labelledby={titleId} className="mx-auto mt-2 tabular-nums">
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" abbr={weekdayName(day)} className="caption h-9 w-11 text-center">
                {weekdayName(day)[0]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(cursor).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === value}>
                  <button
                    type="button"
                    tabIndex={day === cursor ? 0 : -1}
                    aria-label={fullDay(day)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={!allowed(day) || undefined}
                    onKeyDown={move}
                    onClick={() => allowed(day) && onPick(day)}
                    className={`press grid size-11 place-items-center rounded-full ${look(day)}`}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function focusCursor(grid: HTMLTableElement | null): void {
  grid?.querySelector<HTMLButtonElement>('button[tabindex="0"]')?.focus();
}

function dayByKey(day: LocalDate, key: string, shift: boolean): LocalDate | undefined {
  const moves: Record<string, () => LocalDate> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -daysSinceSunday(day)),
    End: () => addDays(day, 6 - daysSinceSunday(day)),
    PageUp: () => addMonths(day, shift ? -12 : -1),
    PageDown: () => addMonths(day, shift ? 12 : 1),
  };
  return moves[key]?.();
}
