/** A connection keeps every plan until it is told to forget it. */
const MAX_PREPARED = 64;

/** The names of what is prepared on one connection, the least recently used first. */
export class PreparedNames {
  readonly #names = new Set<string>();

  /** Notes that a name is used, and answers the one that has to make room for it. */
  use(name: string): string | undefined {
    const isThere = this.#names.delete(name);
    this.#names.add(name);
    if (isThere || this.#names.size <= MAX_PREPARED) return undefined;
    const [oldest] = this.#names;
    this.#names.delete(oldest!);
    return oldest;
  }
}
