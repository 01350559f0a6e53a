const TICK_MS = 1_000;
const WORTH_TELLING_SECONDS = 2;
const CLEAR_LINE = '\r\u001B[2K';

type Terminal = { isTTY?: boolean; write: (text: string) => unknown };
export type Progress = <T>(words: { doing: string; done: string }, work: Promise<T>) => Promise<T>;

/**
 * Shows a person at a terminal what the start is doing and for how long. A log gets nothing. Steps may run in
 * parallel.
 */
export function createProgress(terminal: Terminal, now = () => performance.now()): Progress {
  if (!terminal.isTTY) return (_, work) => work;
  const underWay = new Map<string, number>();
  let ticking: ReturnType<typeof setInterval> | undefined;

  function draw() {
    const since = Math.min(...underWay.values());
    const seconds = Math.floor((now() - since) / 1000);
    const time = seconds < WORTH_TELLING_SECONDS ? '' : ` ${seconds} s`;
    if (underWay.size > 0) terminal.write(`${CLEAR_LINE}  ${[...underWay.keys()].join(', ')} …${time}`);
  }

  return async ({ doing, done }, work) => {
    const since = now();
    underWay.set(doing, since);
    ticking ??= setInterval(draw, TICK_MS).unref();
    draw();
    try {
      const result = await work;
      const seconds = Math.round((now() - since) / 1000);
      const time = seconds < WORTH_TELLING_SECONDS ? '' : ` (${seconds} s)`;
      terminal.write(`${CLEAR_LINE}  ✓ ${done}${time}\n`);
      return result;
    } finally {
      underWay.delete(doing);
      if (underWay.size === 0) {
        clearInterval(ticking);
        ticking = undefined;
        terminal.write(CLEAR_LINE);
      }
      draw();
    }
  };
}
