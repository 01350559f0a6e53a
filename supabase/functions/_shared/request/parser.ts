/**
 * Parses what a person wrote or sent, within its own limits. Our server runs it by name in a separate thread
 * (`server/functions/parser-threads.ts`) and moves bytes there without copying. Supabase has no threads, but
 * each call has its own computing time.
 */
export type Parser<Given, Made> = {
  name: 'note-html' | 'clean-picture' | 'clean-file' | 'busy-times';
  parse: (given: Given) => Made | Promise<Made>;
};

export type Parse = <Given, Made>(parser: Parser<Given, Made>, given: Given) => Promise<Made>;

export const parseHere: Parse = async (parser, given) => parser.parse(given);

/** It exceeded its limits of time or memory. */
export class ParserOverrun extends Error {
  constructor(name: string) {
    super('A parser was ended');
    this.name = `ParserOverrun ${name}`;
  }
}
