/** A connection keeps every plan until it is deallocated. */
const MAX_PREPARED = 64;

/** The names prepared on one connection, least recently used first. */
export class PreparedNames {
  readonly #names = new Set<string>();

  /** Marks a name as used, and returns the one to drop for it. */
  use(name: string): string | undefined {
    const isThere = this.#names.delete(name);
    this.#names.add(name);
    if (isThere || this.#names.size <= MAX_PREPARED) return undefined;
    const [oldest] = this.#names;
    this.#names.delete(oldest!);
    return oldest;
  }
}
