import { kindOf } from './http/answer-problem.ts';
import type { Log } from './log.ts';

/**
 * What libraries print and what nobody caught becomes a line of the log like any other. Messages of errors stay out of
 * it: they may quote what somebody sent.
 */
export function logProcessErrors(log: Log): void {
  for (const level of ['error', 'warn', 'info'] as const)
    console[level] = (first: unknown) => log('printed by a library', { level, ...factsOf(first) });
  // Node's own way to print a warning is not JSON.
  process.removeAllListeners('warning').on('warning', (warning) => log('warning', factsOf(warning)));
  process.on('uncaughtException', (error) => {
    log('crashed', factsOf(error));
    process.exit(1);
  });
}

function factsOf(thing: unknown): Record<string, string> {
  if (!(thing instanceof Error)) return { text: String(thing).slice(0, 200) };
  const { code } = thing as NodeJS.ErrnoException;
  const frames = thing.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    kind: kindOf(thing),
    ...(code !== undefined && { code }),
    at: frames
      .slice(0, 10)
      .map((line) => line.trim())
      .join(' | '),
  };
}
