import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useRef, useState, type Ref } from 'react';
import type { LocalDate } from '@domain/time/day.ts';
import { weekdayAndDay } from '@domain/time/words.ts';
import { dayOf } from './calendar-days.ts';
import { fieldLook, Labelled, type LabelledProps } from './labelled.tsx';
import { placeBeside } from '@/components/overlay/place-beside.ts';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { useModal } from '@/components/overlay/use-modal.ts';

const loadCalendar = () => import('./calendar.tsx');
const Calendar = lazy(loadCalendar);

type Props = LabelledProps & {
  value: LocalDate | null;
  onChange: (day: LocalDate) => void;
  /** The first and the last day that can be chosen. */
  min?: LocalDate;
  max?: LocalDate;
  placeholder?: string;
  /** How the chosen day is shown: 'Wednesday, November 18' by default. */
  show?: (day: LocalDate) => string;
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A button showing the chosen day, which opens a month to choose from. */
export function DatePicker({
  value,
  onChange,
  min,
  max,
  placeholder = 'Pick a date',
  show = weekdayAndDay,
  disabled,
  ref,
  ...labelled
}: Props) {
  const [openedOn, setOpenedOn] = useState<LocalDate | null>(null);
  const open = openedOn !== null;
  const close = () => setOpenedOn(null);
  const place = useRef<HTMLDivElement>(null);
  const dialog = useModal({ open, onClose: close });

  // On phones it is at the bottom of the screen, by style; elsewhere it is attached to its button.
  useLayoutEffect(() => {
    if (open && dialog.current && place.current) placeBeside(dialog.current, place.current, 'below', 'start');
  }, [open, dialog]);

  return (
    <div ref={place}>
      <Labelled {...labelled}>
        {(wiring, labelId) => (
          <button
            ref={ref}
            type="button"
            disabled={disabled}
            // Screen readers read only a button's name, so the chosen day is part of it.
            aria-labelledby={`${labelId} ${wiring.id}-day`}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpenedOn(dayOf(new Date()))}
            onPointerEnter={warmUp}
            onFocus={warmUp}
            className={`${fieldLook(labelled.error)} flex min-h-13 items-center justify-between gap-3 py-2 text-left ${value ? '' : 'text-soft'}`}
            {...wiring}
          >
            <span id={`${wiring.id}-day`}>{value ? show(value) : placeholder}</span>
            <CalendarDays aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-brand" />
          </button>
        )}
      </Labelled>
      <dialog ref={dialog} aria-label="Choose a date" className="calendar">
        {openedOn && (
          <Suspense fallback={<LoadingBlock className="grid h-full place-items-center" />}>
            <Calendar
              value={value}
              today={openedOn}
              min={min}
              max={max}
              onPick={(day) => {
                onChange(day);
                close();
              }}
            />
          </Suspense>
        )}
      </dialog>
    </div>
  );
}

function warmUp() {
  loadCalendar().catch(() => undefined); // opening it asks again
}
