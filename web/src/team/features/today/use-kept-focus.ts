import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

type List = RefObject<HTMLUListElement | null>;

/**
 * Anyone who works through a list by keyboard stays in it: where what had the focus goes with an act,
 * because the row is done or its button is, that row has it next, or the one in its place.
 */
export function useKeptFocus(): List {
  const list: List = useRef(null);
  const last = useRef<{ key: string; place: number } | null>(null);

  useEffect(() => {
    const remember = ({ target }: Event) => {
      const within = target as HTMLElement;
      if (within.closest('dialog')) return; // it is of the row that opened it
      // Anyone who presses on words, to select them, is not at work in that row.
      const pressed = within.closest('a, button');
      const place = rowsOf(list).findIndex((row) => row.contains(pressed));
      last.current = place < 0 ? null : { key: rowsOf(list)[place]!.dataset['key']!, place };
    };
    const events = ['focusin', 'pointerdown'];
    for (const event of events) addEventListener(event, remember);
    return () => {
      for (const event of events) removeEventListener(event, remember);
    };
  }, []);

  // With each change of the list at once, before anything else looks for a place for the focus.
  useLayoutEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const { key, place } = last.current;
    const rows = rowsOf(list);
    const row = rows.find(({ dataset }) => dataset['key'] === key) ?? rows[Math.min(place, rows.length - 1)];
    row?.querySelector<HTMLElement>('[data-item]')?.focus();
  });

  return list;
}

const rowsOf = (list: List) => [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
