type Queue = { last: Promise<void>; length: number };

/**
 * A queue of tasks for each key, in order, and `concurrency` permits that the tasks of all queues share. A task takes a permit
 * for each of its steps, so a queue waits for at most one permit at a time: however long it is, it delays no other queue.
 */
export function createKeyedQueue({ concurrency, maxQueued }: { concurrency: number; maxQueued: number }) {
  const queues = new Map<string, Queue>();
  const waiting: (() => void)[] = [];
  let freeSlots = concurrency;

  return {
    /**
     * Runs the task after the others with the same key. The task must not reject. Returns false if the queue
     * is full.
     */
    enqueue(key: string, task: () => Promise<void>): boolean {
      const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 };
      if (queue.length >= maxQueued) return false;
      queues.set(key, queue);
      queue.length += 1;
      queue.last = queue.last.then(task).then(() => {
        queue.length -= 1;
        if (queue.length === 0) queues.delete(key);
      });
      return true;
    },

    /** Runs one step as soon as a permit is free. */
    async withSlot<Result>(step: () => Promise<Result>): Promise<Result> {
      if (freeSlots > 0) freeSlots -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await step();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else freeSlots += 1;
      }
    },
  };
}
