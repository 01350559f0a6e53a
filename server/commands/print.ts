import { plainLine, plainText } from '../plain-text.ts';

// Everything that a command prints goes through here: lists, backups and tables hold text that others wrote, and a
// terminal would execute escape sequences in it.

/** Each argument is one line, whatever is in it. */
export const print = (...lines: string[]): void => {
  for (const line of lines) console.log(plainLine(line));
};

/** Our own text, of as many lines as it has: usage. */
export const printText = (text: string): void => console.log(plainText(text));

export const printProblem = (line: string): void => console.error(plainLine(line));

/** What went wrong, which may take several lines. */
export const printProblems = (text: string): void => console.error(plainText(text));
