import { parseArgs } from 'node:util';
import { CommandProblem, type Command } from './command-line.ts';
import { runCommand, withDatabase } from './with-database.ts';

type Options = Record<string, string | undefined>;
export type Actions = Record<string, { options: string[]; make: (options: Options) => Command }>;

const ASKS_HOW = /^(|-h|(--)?help)$/;

/** The command that these words mean; whatever they get wrong is said before a database is opened. */
export function chooseAction(actions: Actions, words: string[], usage: string): Command {
  const [name = '', ...rest] = words;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw new CommandProblem(ASKS_HOW.test(name) ? usage : `There is no "${name}".\n\n${usage}`);
  const options = Object.fromEntries(action.options.map((option) => [option, { type: 'string' as const }]));
  return action.make(parseArgs({ args: rest, options }).values);
}

/** Runs the command that was typed and prints its lines. */
export function runAction(actions: Actions, usage: string): void {
  runCommand(async () => {
    const lines = await withDatabase(chooseAction(actions, process.argv.slice(2), usage));
    process.stdout.write(`${lines.join('\n')}\n`);
    return true;
  });
}
