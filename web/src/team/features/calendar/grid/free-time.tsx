import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { MINUTE, type Instant } from '@domain/time/instant.ts';
import { weekdayAndDay } from '@domain/time/words.ts';
import { clockTime } from '@domain/time/zoned-words.ts';
import { QUARTER, type Column } from './columns.ts';
import { placeOf, type Span } from './spans.ts';
import { inColumn } from './style.ts';

type Props = { span: Span; column: Column; zone: string; onBook: (at: Instant) => void };

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** A block of free time. The pointer or the arrow keys select a time in it; a click or Enter books it. */
export function FreeTime({ span, column: { day, person }, zone, onBook }: Props) {
  const quarters = Math.floor((span.until - span.from) / QUARTER);
  const mark = useRef<HTMLSpanElement>(null);
  const [wanted, setWanted] = useState(0);
  const quarter = Math.min(wanted, quarters - 1);
  const startOf = (place: number) => span.from + place * QUARTER;
  const time = clockTime(startOf(quarter), zone);
  function under({ clientY, currentTarget }: MouseEvent<HTMLElement>): number {
    const { top, height } = currentTarget.getBoundingClientRect();
    return Math.min(Math.max(0, Math.floor(((clientY - top) / height) * quarters)), quarters - 1);
  }
  function step(event: KeyboardEvent) {
    const by = STEPS[event.key];
    if (!by || event.shiftKey) return;
    event.preventDefault();
    setWanted(Math.min(Math.max(quarter + by, 0), quarters - 1));
    setKeyed(keyed + 1);
  }
  const [keyed, setKeyed] = useState(0);
  // The arrow keys may reach a part that is out of view.
  useEffect(() => {
    if (keyed > 0) mark.current?.scrollIntoView({ block: 'nearest' });
  }, [keyed]);
  const part = `${(quarter / quarters) * 100}%`;
  const half = `${Math.min(30 / ((span.until - span.from) / MINUTE), 1 - quarter / quarters) * 100}%`;
  return (
    <button
      type="button"
      className="group absolute inset-x-0 focus-visible:z-[4]"
      style={inColumn(placeOf(span, day, zone))}
      onPointerMove={(event) => setWanted(under(event))}
      onKeyDown={step}
      // A finger taps without moving first. Enter comes without a place.
      onClick={(event) => onBook(startOf(event.detail === 0 ? quarter : under(event)))}
    >
      <span className="sr-only">
        {`Book ${weekdayAndDay(day)}, ${time}, with ${person.name}. Free until ${clockTime(span.until, zone)}.`}
      </span>
      <span
        ref={mark}
        aria-hidden="true"
        className="absolute inset-x-1 hidden min-h-6 overflow-clip rounded-lg border border-dashed border-brand bg-blush px-1.5 py-px text-left text-[0.78125rem] font-semibold text-brand-ink tabular-nums group-hover:block group-focus-visible:block"
        style={{ top: part, height: half }}
      >
        {`Book ${time}`}
      </span>
    </button>
  );
}
