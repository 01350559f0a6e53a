import { removeLayer, stack } from './back.ts';

/** The state of a history entry that belongs to layers, and of the page's own entry below them. */
type Entry = { layers: number; below: unknown };

let shown = { depth: 0, address: '' };
let onDropped: (() => void) | null = null;

const entryOf = (state: unknown): Entry =>
  state !== null && typeof state === 'object' && 'layers' in state
    ? (state as Entry)
    : { layers: 0, below: state };

const height = () => stack.layers.reduce((sum, { steps }) => sum + steps, 0);

function look(): void {
  shown = { depth: entryOf(history.state).layers, address: location.href };
}

/**
 * From here on Back closes the top layer. Each layer has a history entry. Closing one in another way leaves
 * its entry for the next layer, because going back by script would race with whatever opens then.
 */
export function followBack(): void {
  if (stack.onMore) return;
  stack.onMore = keepEntries;
  look();
  // The router reports its URL changes.
  for (const change of ['pushState', 'replaceState']) window.addEventListener(change, look);
  window.addEventListener('popstate', back);
  keepEntries();
}

function back(): void {
  const before = shown;
  look();
  const { depth, address } = shown;
  if (onDropped) {
    onDropped();
    onDropped = null;
  } else if (depth < height()) {
    takeAway(depth);
    // A layer that refused to close has its entry again.
    if (depth < height()) history.go(height() - depth);
  } else if (before.depth > depth && before.address === address) {
    // That entry's layer is already closed: the patient means the one below.
    history.go(height() - depth - 1);
  }
}

function takeAway(depth: number): void {
  while (height() > depth) {
    const top = stack.layers.at(-1)!;
    const left = Math.max(0, depth - (height() - top.steps));
    if (top.onBack(left) === false) return;
    top.steps = left;
    if (left === 0) removeLayer(top);
  }
}

function keepEntries(): void {
  const { below } = entryOf(history.state);
  for (let depth = shown.depth + 1; depth <= height(); depth++) {
    history.pushState({ layers: depth, below } satisfies Entry, '');
  }
}

/**
 * Goes back to before the entry with this state, even if a closed layer is on it; false if it is another
 * one.
 */
export function leaveEntry(state: unknown): boolean {
  const { layers: depth, below } = entryOf(history.state);
  if (below !== state) return false;
  history.go(-1 - depth);
  return true;
}

/** For a page that the next one replaces: none of its layers stays in the history. */
export const dropEntries = (): Promise<void> =>
  new Promise((done) => {
    if (shown.depth === 0) return done();
    onDropped = done;
    history.go(-shown.depth);
  });
