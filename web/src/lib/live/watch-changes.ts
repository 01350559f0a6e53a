import type { QueryClient } from '@tanstack/react-query';
import { logFailure } from '@/lib/backend/log.ts';
import { whenIdle } from './when-idle.ts';

/** Several rows often change together. */
const TOGETHER = 150;

/** Keeps the open page up to date. Waits until the first screen is there and the browser is idle. */
export function watchChanges(userId: string, queryClient: QueryClient): () => void {
  let stop: (() => void) | undefined;
  let shown: Record<string, string[]> = {};
  let [isOver, changed, timer]: [boolean, Set<string>, ReturnType<typeof setTimeout> | undefined] = [
    false,
    new Set(),
    undefined,
  ];

  const onChange = (table: string) => {
    changed.add(table);
    timer ??= setTimeout(() => {
      const keys = new Set([...changed].flatMap((one) => shown[one] ?? []));
      [changed, timer] = [new Set(), undefined];
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => keys.has(String(queryKey[0])) });
    }, TOGETHER);
  };

  const onReturn = () => Object.keys(shown).forEach(onChange);

  const begin = async () => {
    shown = (await import('./shown-tables.ts')).SHOWN;
    const { followChanges } = await import('./live-changes.ts');
    stop = await followChanges(userId, { onChange, onReturn });
    if (isOver) stop();
  };

  const forget = whenIdle(queryClient, () => {
    // The page works without it, and the next visit tries again.
    begin().catch((error: unknown) => logFailure('Live updates failed', error));
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    forget();
    stop?.();
  };
}
