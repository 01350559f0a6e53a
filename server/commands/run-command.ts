import type { parseArgs, ParseArgsConfig } from 'node:util';
import { fileProblem } from '../settings/file-problem.ts';
import { AskedForHelp, readArguments } from './arguments.ts';
import { printProblems, printText } from './print.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given }>>['values'];

type Definition<Given extends Options> = {
  usage: string;
  options?: Given;
  /** How many positional arguments it takes, such as a file. */
  maxPositionals?: number;
  /** False if it did not do what was asked: the exit code is 1. */
  run: (values: Values<Given>, positionals: string[]) => Promise<boolean>;
};

/** Runs a command and ends the process: an error is printed as one clear line, with exit code 1. */
export function runCommand<Given extends Options>(definition: Definition<Given>): void {
  const { usage, options = {} as Given, maxPositionals = 0, run } = definition;
  const runParsed = async () => {
    const parsed = readArguments(usage, process.argv.slice(2), options, { maxPositionals });
    return run(parsed.values as Values<Given>, parsed.positionals);
  };
  runParsed().then((ok) => process.exit(ok ? 0 : 1), failCommand);
}

export function failCommand(error: unknown): never {
  if (error instanceof AskedForHelp) {
    printText(error.message);
    process.exit(0);
  }
  printProblems(fileProblem(error) ?? (error instanceof Error ? error.message : String(error)));
  process.exit(1);
}
