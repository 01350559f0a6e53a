import { CommandProblem, type Command } from './command-line.ts';
import { AskedForHelp, readArguments } from './arguments.ts';
import { print } from './print.ts';
import { failCommand } from './run-command.ts';
import { withDatabase } from './with-database.ts';

type Options = Record<string, string | undefined>;
export type Actions = Record<string, { options: string[]; make: (options: Options) => Command }>;

const HELP = /^(|-h|(--)?help)$/;

/** The command for these arguments; a mistake in them is refused before a database is opened. */
export function chooseAction(actions: Actions, words: string[], usage: string): Command {
  const [name = '', ...rest] = words;
  if (HELP.test(name)) throw new AskedForHelp(usage);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw new CommandProblem(`There is no "${name}".\n\n${usage}`);
  const options = Object.fromEntries(action.options.map((option) => [option, { type: 'string' as const }]));
  return action.make(readArguments(usage, rest, options).values as Options);
}

/** Runs the command that was typed and prints its lines. */
export function runAction(actions: Actions, usage: string): void {
  const run = async () => withDatabase(chooseAction(actions, process.argv.slice(2), usage));
  run().then((lines) => {
    print(...lines);
    process.exit(0);
  }, failCommand);
}
