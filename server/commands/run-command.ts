import type { parseArgs, ParseArgsConfig } from 'node:util';
import { fileProblem } from '../settings/file-problem.ts';
import { AskedForHelp, readWords } from './arguments.ts';
import { printProblems, printText } from './print.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Wanted extends Options> = ReturnType<typeof parseArgs<{ options: Wanted }>>['values'];

type Definition<Wanted extends Options> = {
  usage: string;
  options?: Wanted;
  /** How many words may stand without a name, such as a file. */
  positionals?: number;
  /** False where it did not do what was asked. */
  run: (values: Values<Wanted>, positionals: string[]) => Promise<boolean>;
};

/** Runs a command to its end: expected trouble is a clear line, and the exit code tells. */
export function runCommand<Wanted extends Options>(definition: Definition<Wanted>): void {
  const { usage, options = {} as Wanted, positionals = 0, run } = definition;
  const understood = async () => {
    const given = readWords(usage, process.argv.slice(2), options, { positionals });
    return run(given.values as Values<Wanted>, given.positionals);
  };
  understood().then((ok) => process.exit(ok ? 0 : 1), failCommand);
}

export function failCommand(error: unknown): never {
  if (error instanceof AskedForHelp) {
    printText(error.message);
    process.exit(0);
  }
  printProblems(fileProblem(error) ?? (error instanceof Error ? error.message : String(error)));
  process.exit(1);
}
