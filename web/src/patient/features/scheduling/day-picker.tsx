import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useRef, useState, type Ref } from 'react';
import type { LocalDate } from '@domain/time/day.ts';
import { weekdayAndDay } from '@domain/time/words.ts';
import { placeBeside } from '@/components/overlay/place-beside.ts';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { useModal } from '@/components/overlay/use-modal.ts';

const loadCalendar = () => import('@/components/form/calendar.tsx');
const Calendar = lazy(loadCalendar);

type Props = {
  value: LocalDate;
  min: LocalDate;
  max: LocalDate | undefined;
  button?: Ref<HTMLButtonElement> | undefined;
  onPick: (date: LocalDate) => void;
};

/** The day as a heading. It opens a month to select another day. */
export function DayPicker({ value, min, max, button, onPick }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useModal({ open, onClose: close });

  useLayoutEffect(() => {
    if (open && dialog.current && heading.current)
      placeBeside(dialog.current, heading.current, 'below', 'center');
  }, [open, dialog]);

  return (
    <>
      <h2 ref={heading} className="text-body sm:text-heading">
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          title="Choose another date"
          onClick={() => setOpen(true)}
          onPointerEnter={warmUp}
          onFocus={warmUp}
          className="press inline-flex min-h-11 items-center gap-2 rounded-full px-1 min-[24rem]:whitespace-nowrap sm:gap-2.5 sm:px-3 hover:bg-blush/60"
        >
          <span aria-live="polite">{weekdayAndDay(value)}</span>
          <CalendarDays
            aria-hidden="true"
            strokeWidth={1.75}
            className="size-5 shrink-0 text-brand max-[16rem]:hidden"
          />
        </button>
      </h2>
      <dialog ref={dialog} aria-label="Choose a date" className="calendar text-left">
        {open && (
          <Suspense fallback={<LoadingBlock className="grid h-full place-items-center" />}>
            <Calendar
              value={value}
              today={min}
              min={min}
              max={max}
              onPick={(date) => {
                onPick(date);
                close();
              }}
            />
          </Suspense>
        )}
      </dialog>
    </>
  );
}

function warmUp() {
  loadCalendar().catch(() => undefined); // opening it asks again
}
