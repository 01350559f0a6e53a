import { badSyntax, type RestError } from './errors.ts';

/** Reads one query parameter piece by piece. A syntax error names the position. */
export class Reader {
  readonly text: string;
  readonly #what: string;
  #at = 0;

  constructor(what: string, text: string) {
    this.#what = what;
    this.text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.text.length;
  }

  next(): string {
    return this.text[this.#at] ?? '';
  }

  /** Moves past `literal` if it comes next. */
  take(literal: string): boolean {
    if (!this.text.startsWith(literal, this.#at)) return false;
    this.#at += literal.length;
    return true;
  }

  /** Moves past the match of a sticky expression. Null if there is none. */
  match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.text);
    if (found) this.#at = sticky.lastIndex;
    return found;
  }

  rest(): string {
    const rest = this.text.slice(this.#at);
    this.#at = this.text.length;
    return rest;
  }

  space(): void {
    this.match(/[ \t]*/y);
  }

  expect(literal: string): void {
    if (!this.take(literal)) throw this.unexpected(`"${literal}"`);
  }

  expectEnd(): void {
    if (!this.atEnd) throw this.unexpected('end of input');
  }

  /** Tries to read something. If the result is null, the position is reset. */
  attempt<T>(reading: () => T | null): T | null {
    const start = this.#at;
    const found = reading();
    if (found === null) this.#at = start;
    return found;
  }

  unexpected(expecting: string): RestError {
    const next = this.atEnd ? 'end of input' : JSON.stringify(this.next());
    return badSyntax(this.#what, this.text, this.#at + 1, `unexpected ${next} expecting ${expecting}`);
  }
}
