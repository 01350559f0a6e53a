import { useId, useRef, useState, type HTMLAttributes, type KeyboardEvent, type PointerEvent } from 'react';
import type { ChartMark } from '@domain/results/cycle-chart.ts';
import { placeOf, type Scale } from '@/lib/cycle-chart/chart-scale.ts';

/** A touch farther away than this selects no point. */
const REACH = 24;
const LABEL_WIDTH = 208;
/** A list over a drawing. HTML has no element for that. */
const POINT = { role: 'option' };

type Props = { marks: readonly ChartMark[]; scale: Scale; wordsOf: (mark: ChartMark) => string };

/** Over a chart: describes each point for pointer, finger and keyboard, with a single tab stop. */
export function ChartPoints({ marks, scale, wordsOf }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const [kept, setKept] = useState(marks.length - 1);
  const places = marks.map((mark) => placeOf(mark, scale));
  const at = shown === null ? null : places[shown];

  function nearest({ clientX, clientY }: PointerEvent): number | null {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {};
    const far = places.map(({ x, y }) => Math.hypot(x - clientX + left, y - clientY + top));
    const closest = far.indexOf(Math.min(...far));
    return closest >= 0 && far[closest]! <= REACH ? closest : null;
  }
  function show(place: number | null) {
    setShown(place);
    if (place !== null) setKept(place);
  }
  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: kept - 1,
      ArrowRight: kept + 1,
      Home: 0,
      End: marks.length - 1,
    };
    if (event.key === 'Escape') setShown(null);
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(Math.min(Math.max(next, 0), marks.length - 1));
  }

  const list: HTMLAttributes<HTMLDivElement> = {
    role: 'listbox',
    tabIndex: 0,
    'aria-label': 'What was logged',
    'aria-orientation': 'horizontal',
    'aria-activedescendant': `${id}${kept}`,
    onFocus: () => setShown((before) => before ?? kept),
    onBlur: () => setShown(null),
    onKeyDown: move,
    onPointerMove: (event) => show(nearest(event)),
    onPointerDown: (event) => show(nearest(event)),
    onPointerLeave: ({ pointerType }) => {
      if (pointerType === 'mouse') setShown(null);
    },
  };

  if (marks.length === 0) return null;
  return (
    <div ref={box} {...list} className="absolute inset-0 rounded-field">
      {marks.map((mark, place) => (
        <span
          key={`${mark.day}${wordsOf(mark)}`}
          id={`${id}${place}`}
          {...POINT}
          aria-selected={place === shown}
          aria-label={wordsOf(mark)}
        />
      ))}
      {at && shown !== null && (
        <>
          <span
            aria-hidden="true"
            className="pointer-events-none absolute size-5.5 -translate-1/2 rounded-full border-2 border-brand"
            style={{ left: at.x, top: at.y }}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute z-1 flex -translate-y-full justify-center"
            style={{
              width: LABEL_WIDTH,
              top: at.y - 16,
              left: Math.min(Math.max(at.x - LABEL_WIDTH / 2, 0), Math.max(0, scale.width - LABEL_WIDTH)),
            }}
          >
            <span className="rounded-field bg-ink px-2.5 py-1 text-center text-[0.8125rem] leading-snug font-semibold text-paper shadow-card">
              {wordsOf(marks[shown]!)}
            </span>
          </span>
        </>
      )}
    </div>
  );
}
