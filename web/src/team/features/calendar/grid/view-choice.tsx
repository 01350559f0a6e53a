import { addDays, type LocalDate } from '@domain/time/day.ts';
import { fullDay, longDay, monthAndDay } from '@domain/time/words.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import type { View } from './columns.ts';

type Props = {
  view: View;
  /** The first displayed day. */
  from: LocalDate;
  onView: (view: View) => void;
  /** Null for today. */
  onDay: (day: LocalDate | null) => void;
};

const VIEWS: [View, string][] = [
  ['day', 'Day'],
  ['week', 'Week'],
];

/** Selects day or week, and the date. */
export function ViewChoice({ view, from, onView, onDay }: Props) {
  const step = view === 'week' ? 7 : 1;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset aria-label="View" className="flex gap-1">
        {VIEWS.map(([value, label]) => (
          <CompactButton
            key={value}
            look={view === value ? 'open' : 'quiet'}
            aria-pressed={view === value}
            onClick={() => onView(value)}
          >
            {label}
          </CompactButton>
        ))}
      </fieldset>
      <CompactButton onClick={() => onDay(addDays(from, -step))}>Previous</CompactButton>
      <CompactButton onClick={() => onDay(null)}>Today</CompactButton>
      <CompactButton onClick={() => onDay(addDays(from, step))}>Next</CompactButton>
      <input
        type="date"
        aria-label="Go to date"
        value={from}
        className="w-42 rounded-full border border-edge/60 bg-card px-3 tabular-nums"
        onChange={({ target }) => target.value && onDay(target.value)}
      />
      <p className="px-1 text-small font-semibold" aria-live="polite">
        {view === 'week' ? `${monthAndDay(from)} to ${longDay(addDays(from, 6))}` : fullDay(from)}
      </p>
    </div>
  );
}
