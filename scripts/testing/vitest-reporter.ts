import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { NOT_RUN } from '../../server/testing/not-run.ts';
import { cpuOfPostgres } from './cpu.ts';
import { tell, type FileTimes } from './messages.ts';

/** Reports to `npm test` what is running and how it ended. */
export default class VitestReporter implements Reporter {
  onTestModuleStart(module: TestModule): void {
    tell({ kind: 'begun', file: fileOf(module) });
  }

  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()];
    const failed = tests.filter((test) => test.result().state === 'failed').map(namesOf);
    tell({
      kind: 'ended',
      file: fileOf(module),
      passed: tests.filter((test) => test.result().state === 'passed').length,
      // A file that couldn't be read, or whose hook failed, has no failed test to name.
      failed: failed.length === 0 && !module.ok() ? [''] : failed,
      notRun: tests.flatMap((test) =>
        test
          .annotations()
          .filter(({ type }) => type === NOT_RUN)
          .map(({ message }) => message),
      ),
      times: timesOf(module),
    });
  }

  onTestRunEnd(): void {
    tell({ kind: 'postgres', cpu: cpuOfPostgres() });
  }
}

/** The name that `vitest -t` matches, including its groups. */
function namesOf(test: TestCase): string {
  const names = [test.name];
  for (let group: TestModule | TestSuite = test.parent; group.type === 'suite'; group = group.parent)
    names.unshift(group.name);
  return names.join(' ');
}

const fileOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId);

function timesOf(module: TestModule): FileTimes {
  const spent = module.diagnostic();
  const tests = [...module.children.allTests()];
  const inTests = tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0);
  const loading =
    spent.environmentSetupDuration + spent.prepareDuration + spent.setupDuration + spent.collectDuration;
  const { cpu } = module.meta() as { cpu?: number };
  return {
    file: fileOf(module),
    project: module.project.name,
    tests: tests.length,
    setUp: (loading + Math.max(0, spent.duration - inTests)) / 1_000,
    running: inTests / 1_000,
    cpu: cpu ?? null,
  };
}
