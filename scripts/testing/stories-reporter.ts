import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { tell } from './messages.ts';

/** Reports to `npm test` which stories are running and how they ended, and prints why one failed. */
export default class StoriesReporter implements Reporter {
  onTestBegin({ location }: TestCase): void {
    tell({ kind: 'begun', file: relative(process.cwd(), location.file) });
  }

  onTestEnd(story: TestCase, { errors, duration }: TestResult): void {
    const file = relative(process.cwd(), story.location.file);
    const outcome = story.outcome();
    const hasFailed = outcome === 'unexpected' || outcome === 'flaky';
    if (hasFailed) {
      console.log(`\n${file} › ${story.title}`);
      for (const { stack, message, snippet } of errors)
        console.log([stack ?? message, snippet].filter(Boolean).join('\n'));
    }
    const seconds = duration / 1_000;
    tell({
      kind: 'ended',
      file,
      passed: outcome === 'expected' ? 1 : 0,
      failed: hasFailed ? [story.title] : [],
      times: { file, project: 'browser', tests: 1, setUp: 0, running: seconds, cpu: null },
    });
  }

  onError({ stack, message }: { stack?: string; message?: string }): void {
    console.log(stack ?? message);
  }

  printsToStdio(): boolean {
    return true;
  }
}
