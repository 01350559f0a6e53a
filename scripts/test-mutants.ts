import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breakRule, MUTANTS, type Mutant } from './testing/mutants.ts';

/**
 * `npm run test:mutants`: breaks ten rules, one at a time, in a copy of the project, and names the test of
 * `npm test` that noticed. Exits with 1 if a broken rule went unnoticed, or if a test fails with nothing
 * broken.
 */
const ROOT = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'bea-mutants-'));

type Report = {
  testResults: { status: string; assertionResults: { fullName: string; status: string }[] }[];
};

function copyProject(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name && existsSync(join(ROOT, name))))
    cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

/** The names of failed tests. */
function failedOf({ tests, only }: Pick<Mutant, 'tests' | 'only'>): string[] {
  const report = join(copy, 'mutant.json');
  const args = ['run', tests, '--reporter=json', `--outputFile=${report}`, ...(only ? ['-t', only] : [])];
  const { stdout, stderr } = spawnSync('vitest', args, { cwd: copy, encoding: 'utf8' });
  if (!existsSync(report)) throw new Error(`${tests} could not be run:\n${stdout}\n${stderr}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  rmSync(report);
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (!all.some(({ status }) => status === 'passed' || status === 'failed'))
    throw new Error(`No test of ${tests} ran.`);
  return all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

function noticedBy(mutant: Mutant): string | null {
  const { file, text, brokenText } = breakRule(copy, mutant);
  writeFileSync(join(copy, file), brokenText);
  const [first] = failedOf(mutant);
  writeFileSync(join(copy, file), text);
  return first ?? null;
}

let survivors = 0;
try {
  copyProject();
  for (const mutant of MUTANTS) {
    const before = failedOf(mutant);
    const name = before.length > 0 ? null : noticedBy(mutant);
    if (name === null) survivors += 1;
    const outcome =
      before.length > 0 ? `${mutant.tests} fails without it: ${before[0]}` : (name ?? 'no test noticed');
    console.log(`${mutant.rule}\n  ${mutant.tests} › ${outcome}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${MUTANTS.length - survivors} of ${MUTANTS.length} noticed`);
process.exit(survivors === 0 ? 0 : 1);
