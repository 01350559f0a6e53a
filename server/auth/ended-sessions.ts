const MAX_REMEMBERED = 10_000;

/** Remembers ended sessions, which never come back: only the first token of each costs a query. */
export function createEndedSessions() {
  const ended = new Set<string>();
  return {
    has: (session: string): boolean => ended.has(session),
    add(session: string): void {
      // One that is forgotten too soon just costs another query.
      if (ended.size >= MAX_REMEMBERED) ended.delete(ended.values().next().value!);
      ended.add(session);
    },
  };
}

export type EndedSessions = ReturnType<typeof createEndedSessions>;
