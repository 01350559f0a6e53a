import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

type List = RefObject<HTMLUListElement | null>;

/**
 * Keeps the focus in the list for keyboard users: if an act removes the focused element, its row gets the
 * focus, or the row in its place.
 */
export function useKeptFocus(): List {
  const list: List = useRef(null);
  const last = useRef<{ key: string; place: number } | null>(null);

  useEffect(() => {
    const remember = ({ target }: Event) => {
      const within = target as HTMLElement;
      if (within.closest('dialog')) return; // it belongs to the row that opened it
      // Pressing on text to select it doesn't count as working in that row.
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

  // Runs right after each change of the list, before anything else moves the focus.
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
