import { kindOf } from './http/answer-problem.ts';
import type { Log } from './log.ts';

/**
 * Turns libraries' output and uncaught errors into normal log lines. Error messages are left out, because
 * they may quote what someone sent.
 */
export function logProcessErrors(log: Log): void {
  for (const level of ['error', 'warn', 'info'] as const)
    console[level] = (first: unknown) => log('printed by a library', { level, ...fieldsOf(first) });
  // By default Node prints a warning as text, not as JSON.
  process.removeAllListeners('warning').on('warning', (warning) => log('warning', fieldsOf(warning)));
  process.on('uncaughtException', (error) => {
    log('crashed', fieldsOf(error));
    process.exit(1);
  });
}

function fieldsOf(thing: unknown): Record<string, string> {
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
