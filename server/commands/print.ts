import { plainLine, plainText } from '../plain-text.ts';

// Everything that a command prints goes through here: lists, backups and tables hold text that others wrote, and a
// terminal would execute escape sequences in it.

/** Prints each argument as one line, even if it contains line breaks. */
export const print = (...lines: string[]): void => {
  for (const line of lines) console.log(plainLine(line));
};

/** Our own multi-line text: usage. */
export const printText = (text: string): void => console.log(plainText(text));

export const printProblem = (line: string): void => console.error(plainLine(line));

/** An error, which may take several lines. */
export const printProblems = (text: string): void => console.error(plainText(text));
