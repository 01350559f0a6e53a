export type ToastWords = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  duration?: number;
};
export type Toast = Required<ToastWords> & { id: number; open: boolean };

const DURATION = 5000;
const REMOVAL_DELAY = 1_000_000;

let current: Toast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export const currentToast = (): Toast | null => current;

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast, replacing the previous one. */
export function toast(words: ToastWords) {
  const id = ++lastId;
  show({ description: '', variant: 'default', duration: DURATION, ...words, id, open: true });
  return {
    id,
    update: (change: Partial<ToastWords>) => {
      if (current?.id === id) show({ ...current, ...change });
    },
    dismiss: () => dismissToast(id),
  };
}

/** Closes it now and removes it later, so that it can animate out. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  show({ ...current, open: false });
  removal = setTimeout(() => current?.id === id && show(null), REMOVAL_DELAY);
}

/** Removes it right away, for the next person in this browser. */
export const clearToast = (): void => show(null);

function show(next: Toast | null): void {
  clearTimeout(removal);
  current = next;
  for (const listener of listeners) listener();
}
