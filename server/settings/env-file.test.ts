import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { envFileProblems } from './env-file.ts';

// systemd's own reader of such files, if this machine has it. It prints what it read, quoted for a shell,
// with line breaks as \n. It leaves out empty values, which the portal treats as not set.
const SYSTEMD_READER = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator';
const hasSystemd = existsSync(SYSTEMD_READER);

const READ_ALIKE = `# A remark with "one quote, and a \\

PLAIN=Béa <care@clinic.example>
INNER=Béa "Clinic" O'Neil \`x\` <care@clinic.example>
ADDRESS=postgres://bea:a%23b@127.0.0.1/portal?sslmode=verify-full&a=b
DOUBLE="Béa #1 'Clinic' <care@clinic.example>"
SINGLE='Béa #1 "Clinic" \\ <care@clinic.example>'
  BLANKS = "around"${'  '}
EMPTY=
EMPTY_TOO=""
LINES="one
two=three"
TWICE=first
TWICE=second
CRLF=ended\r
LAST=a=b;c`;

const notEmpty = (read: object) =>
  Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ''));

async function readBySystemd(text: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-environment-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'environment.d'));
  await writeFile(join(folder, 'environment.d/bea.conf'), text);
  const env = { XDG_CONFIG_HOME: folder, HOME: folder };
  const { stdout } = spawnSync(SYSTEMD_READER, { env, encoding: 'utf8' });
  const lines = stdout
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => line.replaceAll('\\n', '\n'));
  const shell = spawnSync('bash', ['-c', `env -i ${lines.join(' ')} env -0`], { encoding: 'utf8' });
  return Object.fromEntries(
    shell.stdout
      .split('\0')
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)])
      // It also reads the machine's own settings.
      .filter(([name]) => text.includes(name!)),
  );
}

test(
  hasSystemd
    ? 'what is accepted, systemd and Node read alike'
    : 'systemd is not on this machine: what is accepted is read by Node alone',
  async () => {
    expect(envFileProblems(READ_ALIKE)).toEqual([]);
    const read = parseEnv(READ_ALIKE);
    expect(read).toMatchObject({ PLAIN: 'Béa <care@clinic.example>', BLANKS: 'around', TWICE: 'second' });
    expect(Object.keys(read)).toHaveLength(12);
    if (hasSystemd) expect(await readBySystemd(READ_ALIKE)).toEqual(notEmpty(read));
  },
);

const AFTER_QUOTE = 'has something after its closing quote: quotes must enclose the whole value';

test.each([
  ['MAIL_FROM="Béa Clinic" <care@clinic.example>', `MAIL_FROM ${AFTER_QUOTE}`],
  ["MAIL_FROM='Béa'Clinic", `MAIL_FROM ${AFTER_QUOTE}`],
  ['MAIL_FROM="Béa" "Clinic"', `MAIL_FROM ${AFTER_QUOTE}`],
  ['MAIL_FROM="Béa" # remark', `MAIL_FROM ${AFTER_QUOTE}`],
  ['MAIL_FROM=Béa #1 <care@clinic.example>', 'MAIL_FROM has a #: '],
  ['SMTP_URL=smtps://care:a#b@smtp.clinic.example', 'SMTP_URL has a #: '],
  ['PORT=3000 # remark', 'PORT has a #: '],
  ['COACH_BIO=a\\b', 'COACH_BIO has a \\: '],
  ['COACH_BIO="a \\"b\\" c"', 'COACH_BIO has a \\: '],
  ['COACH_BIO="a', 'COACH_BIO has an unclosed quote'],
  ["COACH_BIO='a", 'COACH_BIO has an unclosed quote'],
  ['COACH_BIO=`a b`', 'COACH_BIO is in backticks: '],
  ['export PORT=3000', 'is neither NAME=value nor a comment'],
  ['COACH_BIO=a\rb', 'COACH_BIO has a carriage return in the middle'],
  ['COACH_BIO=a\rb\\', 'COACH_BIO has a \\: '],
  ['; PORT=3000', 'is neither NAME=value nor a comment'],
])('%s, which the two parsers read differently, is refused', async (line, problem) => {
  const [found, ...others] = envFileProblems(`# first\nHOST=127.0.0.1\n${line}\nLOG_REQUESTS=true\n`);
  expect(others).toEqual([]);
  expect(found).toContain(`line 3: ${problem}`);
  if (hasSystemd) expect(await readBySystemd(`${line}\nLAST=1\n`)).not.toEqual(parseEnv(`${line}\nLAST=1\n`));
});

test('a line without a value, which both would skip silently, is refused too', () => {
  expect(envFileProblems('PORT 3000\nHOST=127.0.0.1\n')).toEqual([
    'line 1: is neither NAME=value nor a comment, which starts with #',
  ]);
});

test('every such line is named, without its value', () => {
  const problems = envFileProblems('SMTP_URL="secret"secret\nPORT=3000\nTURN_SECRET=secret#secret\n');
  expect(problems.map((problem) => problem.split(' has ')[0])).toEqual([
    'line 1: SMTP_URL',
    'line 3: TURN_SECRET',
  ]);
  expect(problems.join()).not.toContain('secret');
});
