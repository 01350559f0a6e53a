import { accessSync, constants } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CommandProblem } from './command-line.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Not a mistake: somebody asked how it is done. Nothing else happens then. */
export class AskedForHelp extends Error {}

const EVERY_COMMAND: Options = {
  help: { type: 'boolean', short: 'h' },
  'env-file': { type: 'string' },
};

const ENV_FILE_HELP =
  '\n  --env-file FILE     reads the settings from FILE; without it, from the file that PORTAL_ENV names';

/**
 * What was typed after a command, understood or refused with the usage before anything is touched. The settings are read
 * from a file where one is named: in an argument or a shell's environment a secret would stand in the list of processes.
 */
export function readWords(usage: string, words: string[], options: Options, { positionals: most = 0 } = {}) {
  const { values, positionals } = parsed(usage, words, options);
  if (values['help']) throw new AskedForHelp(usage + ENV_FILE_HELP);
  if (positionals.length > most) {
    throw new CommandProblem(`"${positionals[most]}" is one word too many.\n\n${usage}`);
  }
  loadSettings(values['env-file'] as string | undefined);
  return { values, positionals };
}

function parsed(usage: string, words: string[], options: Options) {
  try {
    return parseArgs({ args: words, options: { ...EVERY_COMMAND, ...options }, allowPositionals: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new CommandProblem(`${sentence}.\n\n${usage}`, { cause: error });
  }
}

/** What the environment itself says comes before what the file says. */
function loadSettings(named: string | undefined): void {
  const file = named ?? process.env['PORTAL_ENV'];
  if (!file) return;
  try {
    accessSync(file, constants.R_OK); // Node itself calls a file that is closed to us missing
    process.loadEnvFile(file);
  } catch (error) {
    throw new CommandProblem(unreadable(file, error as NodeJS.ErrnoException), { cause: error });
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `${file}: there is no such file of settings`;
  if (code === 'EACCES') {
    return `${file}: this user may not read these settings. Run it as the user that runs the portal: sudo -u …`;
  }
  return `${file}: these settings cannot be read (${message})`;
}
