/** Batches events: the first is handled right away, and those that follow it closely, together. */
export function together(milliseconds: number, act: () => void): { now: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let actedAt = -Infinity;
  return {
    now: () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          actedAt = performance.now();
          act();
        },
        Math.max(0, actedAt + milliseconds - performance.now()),
      );
    },
    stop: () => clearTimeout(timer),
  };
}
