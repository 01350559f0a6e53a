/**
 * The open modal dialogs, the last one on top. Anything that must stay above and usable, like toasts, moves
 * into it.
 */
let stack: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

export const topModal = (): HTMLDialogElement | null => stack.at(-1) ?? null;

export function onModalChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function modalOpened(dialog: HTMLDialogElement): void {
  change([...stack.filter((each) => each !== dialog), dialog]);
}

export function modalClosed(dialog: HTMLDialogElement): void {
  change(stack.filter((each) => each !== dialog));
}

function change(next: HTMLDialogElement[]): void {
  stack = next;
  for (const listener of listeners) listener();
}
