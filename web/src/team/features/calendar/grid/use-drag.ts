import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import type { Instant } from '@domain/time/instant.ts';
import { callSpan, type Column } from './columns.ts';
import { instantAt, MINUTES_OF_DAY, placeOf } from './spans.ts';

/** Where a dragged call is: its column, and the wall clock minute at which it would begin. */
export type Held = { call: CalendarAppointment; column: string; minute: number; length: number };
export type Drop = { call: CalendarAppointment; at: Instant; host: string };

type Options = { columns: readonly Column[]; zone: string; onDrop: (drop: Drop) => void };
type Grab = { x: number; y: number; minute: number };

const STEP = 15;
/** Movement below this still counts as a click. */
const STILL = 6;

const KEYS: Record<string, [minutes: number, columns: number]> = {
  ArrowUp: [-STEP, 0],
  ArrowDown: [STEP, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const inDay = (minute: number, length: number) =>
  Math.min(Math.max(Math.round(minute / STEP) * STEP, 0), MINUTES_OF_DAY - Math.max(length, STEP));

/** The column and minute under the pointer. */
function under({ clientX, clientY }: PointerEvent): { column: string; minute: number } | null {
  const [found] = document
    .elementsFromPoint(clientX, clientY)
    .flatMap((element) => element.closest<HTMLElement>('[data-column]') ?? []);
  if (!found) return null;
  const { top, height } = found.getBoundingClientRect();
  return { column: found.dataset['column']!, minute: ((clientY - top) / height) * MINUTES_OF_DAY };
}

/** A call that is dragged, or moved with Shift and the arrow keys. Nothing changes until it is confirmed. */
export function useDrag({ columns, zone, onDrop }: Options) {
  const [held, setHeld] = useState<Held | null>(null);
  const grab = useRef<Grab | null>(null);
  // The click at the end of a drag must not open anything.
  const justDropped = useRef(false);

  function drop({ call, column: key, minute }: Held) {
    setHeld(null);
    const to = columns.find((each) => each.key === key)!;
    const at = instantAt(minute, to.day, zone);
    const isSame = at === callSpan(call).from && to.person.id === call.host.id;
    if (!isSame) onDrop({ call, at, host: to.person.id });
  }

  const handlersOf = (call: CalendarAppointment, column: Column) => {
    const { top, length } = placeOf(callSpan(call), column.day, zone);
    const start: Held = { call, column: column.key, minute: top, length };
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        justDropped.current = false;
        // A finger scrolls. On touch screens, the buttons move calls.
        if (event.pointerType === 'touch' || event.button !== 0) return;
        const at = under(event);
        if (!at) return;
        grab.current = { x: event.clientX, y: event.clientY, minute: at.minute - top };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const { current } = grab;
        if (!current) return;
        const distance = Math.hypot(event.clientX - current.x, event.clientY - current.y);
        if (!held && distance < STILL) return;
        const at = under(event);
        if (at) setHeld({ ...start, column: at.column, minute: inDay(at.minute - current.minute, length) });
      },
      onPointerUp() {
        grab.current = null;
        if (!held) return;
        justDropped.current = true;
        drop(held);
      },
      onPointerCancel() {
        grab.current = null;
        setHeld(null);
      },
      onKeyDown(event: KeyboardEvent) {
        const step = event.shiftKey ? KEYS[event.key] : undefined;
        const now = held ?? start;
        if (step) {
          const at = columns.findIndex(({ key }) => key === now.column) + step[1];
          const next = columns[Math.min(Math.max(at, 0), columns.length - 1)]!;
          setHeld({ ...now, column: next.key, minute: inDay(now.minute + step[0], length) });
        } else if (held && event.key === 'Enter') drop(held);
        else if (held && event.key === 'Escape') setHeld(null);
        else return;
        event.preventDefault();
      },
      onBlur() {
        if (!grab.current) setHeld(null);
      },
      onClickCapture(event: { stopPropagation: () => void }) {
        if (justDropped.current) event.stopPropagation();
        justDropped.current = false;
      },
    };
  };
  return { held, handlersOf };
}
