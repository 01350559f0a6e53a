const MAX_REMEMBERED = 10_000;

/** Remembers sessions that are over, which none comes back from: only the first token of each costs a question. */
export function createEndedSessions() {
  const ended = new Set<string>();
  return {
    has: (session: string): boolean => ended.has(session),
    add(session: string): void {
      // Whichever is forgotten too soon is only asked about once more.
      if (ended.size >= MAX_REMEMBERED) ended.delete(ended.values().next().value!);
      ended.add(session);
    },
  };
}

export type EndedSessions = ReturnType<typeof createEndedSessions>;
