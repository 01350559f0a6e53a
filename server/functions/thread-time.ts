import { performance } from 'node:perf_hooks';
import type { Ask } from '../../supabase/functions/_shared/request/ask.ts';

/**
 * Measures how long the one thread works for a call: while none of its database queries is in progress.
 * Other waiting leaves the thread idle and is not counted.
 */
export function watchThreadTime(ask: Ask): { ask: Ask; spentMs: () => number } {
  let [underWay, ms] = [0, 0];
  let resumed = performance.eventLoopUtilization();
  const sinceResumed = () => performance.eventLoopUtilization(resumed).active;

  return {
    ask: async (url, asking) => {
      if (underWay === 0) ms += sinceResumed();
      underWay += 1;
      try {
        return await ask(url, asking);
      } finally {
        underWay -= 1;
        if (underWay === 0) resumed = performance.eventLoopUtilization();
      }
    },
    spentMs: () => (underWay === 0 ? ms + sinceResumed() : ms),
  };
}
