import type { TestContext } from 'vitest';

/** For a test that needs a program or files that may be missing here: `npm test` names it at its end. */
export async function sayNotRun({ annotate }: TestContext, reason: string): Promise<void> {
  process.stderr.write(`${reason}\n`);
  await annotate(reason, NOT_RUN);
}

export const NOT_RUN = 'not run';
