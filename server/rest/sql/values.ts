/** Collects a statement's parameters, so that nothing a caller sends goes into its text. */
export class Values {
  readonly list: unknown[] = [];

  /** The placeholder that stands for this value. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** Only for names from the schema cache. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
