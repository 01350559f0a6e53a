/**
 * Reads what a person wrote or sent, and has bounds of its own. Our server runs it in a thread of its own, by its name
 * (`server/functions/parser-threads.ts`), to which bytes are moved, not copied; Supabase has no threads, and each call has a computer's time of its own there.
 */
export type Parser<Given, Made> = {
  name: 'note-html' | 'clean-picture' | 'clean-file' | 'busy-times';
  parse: (given: Given) => Made | Promise<Made>;
};

export type Parse = <Given, Made>(parser: Parser<Given, Made>, given: Given) => Promise<Made>;

export const parseHere: Parse = async (parser, given) => parser.parse(given);

/** It took more time or memory than its bounds allow. */
export class ParserOverrun extends Error {
  constructor(name: string) {
    super('A parser was ended');
    this.name = `ParserOverrun ${name}`;
  }
}
