import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { envFileProblems } from '../settings/env-file.ts';
import { CommandProblem } from './command-line.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Thrown for `--help`, which is no mistake: the usage is printed, and nothing else happens. */
export class AskedForHelp extends Error {}

const COMMON_OPTIONS: Options = {
  help: { type: 'boolean', short: 'h' },
  'env-file': { type: 'string' },
};

const ENV_FILE_HELP =
  '\n  --env-file FILE     reads the settings from FILE; without it, from the file that PORTAL_ENV names';

/**
 * Parses what was typed after a command, or refuses it with the usage before anything is changed. Where a file of settings
 * is named it is loaded: a secret in an argument or a shell's environment could be read in the list of processes.
 */
export function readArguments(usage: string, words: string[], options: Options, { maxPositionals = 0 } = {}) {
  const { values, positionals } = parse(usage, words, options);
  if (values['help']) throw new AskedForHelp(usage + ENV_FILE_HELP);
  if (positionals.length > maxPositionals) {
    throw new CommandProblem(`"${positionals[maxPositionals]}" is an extra argument.\n\n${usage}`);
  }
  loadSettings(values['env-file'] as string | undefined);
  return { values, positionals };
}

function parse(usage: string, words: string[], options: Options) {
  try {
    return parseArgs({ args: words, options: { ...COMMON_OPTIONS, ...options }, allowPositionals: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new CommandProblem(`${sentence}.\n\n${usage}`, { cause: error });
  }
}

/** The environment takes precedence over the file. */
function loadSettings(named: string | undefined): void {
  const file = named ?? process.env['PORTAL_ENV'];
  if (!file) return;
  const problems = envFileProblems(textOf(file));
  if (problems.length > 0) {
    throw new CommandProblem(
      [`${file}: systemd, which starts the portal, would read this line differently.`, ...problems].join(
        '\n',
      ),
    );
  }
  process.loadEnvFile(file);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandProblem(unreadable(file, error as NodeJS.ErrnoException), { cause: error });
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `${file}: this settings file doesn’t exist`;
  if (code === 'EACCES') {
    return `${file}: this user can’t read these settings. Run it as the user that runs the portal: sudo -u …`;
  }
  return `${file}: couldn’t read these settings (${message})`;
}
