import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

type List = RefObject<HTMLTableSectionElement | null>;

/** Arrow keys go from row to row; each row's own link or button, marked `data-row`, has the focus and takes Enter. */
export function useRowKeys() {
  const list: List = useRef(null);

  const move = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const row = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row]');
    if (!step || !row || !list.current?.contains(row)) return;
    event.preventDefault();
    const all = rowsOf(list);
    focusRow(list, step(all.indexOf(row), all.length - 1));
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => move(event);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return { list, focusFirst: () => focusRow(list, 0) };
}

const rowsOf = (list: List) => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];

function focusRow(list: List, at: number): void {
  const row = rowsOf(list)[at];
  row?.focus();
  row?.closest('tr')?.scrollIntoView({ block: 'nearest' });
}
