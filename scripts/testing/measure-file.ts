import { afterAll } from 'vitest';
import { cpuOfChildren } from './cpu.ts';

// The first part of a file's setup, so its teardown runs last.
const started = cpuSeconds();

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000 + cpuOfChildren('self');
}

// eslint-disable-next-line no-empty-pattern -- Vitest reads from it which fixtures are wanted
afterAll(({}, file) => {
  Object.assign(file.meta, { cpu: cpuSeconds() - started });
});
