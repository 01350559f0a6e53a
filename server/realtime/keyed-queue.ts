type Line = { last: Promise<void>; length: number };

/**
 * Everybody's work in a line of their own, and of all lines together so many pieces at once. Whoever does one piece after
 * the other stands once among those who wait, however long their line is, and so delays nobody but themselves.
 */
export function createTurns({ atOnce, mostInLine }: { atOnce: number; mostInLine: number }) {
  const lines = new Map<string, Line>();
  const waiting: (() => void)[] = [];
  let free = atOnce;

  return {
    /** Behind what the same person waits for; `work` never fails. False if that is too much already. */
    lineUp(who: string, work: () => Promise<void>): boolean {
      const line = lines.get(who) ?? { last: Promise.resolve(), length: 0 };
      if (line.length >= mostInLine) return false;
      lines.set(who, line);
      line.length += 1;
      line.last = line.last.then(work).then(() => {
        line.length -= 1;
        if (line.length === 0) lines.delete(who);
      });
      return true;
    },

    /** A piece of somebody's work, when its turn among everybody's has come. */
    async piece<Done>(work: () => Promise<Done>): Promise<Done> {
      if (free > 0) free -= 1;
      else await new Promise<void>((go) => waiting.push(go));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
