/** Collects a statement's parameters: what a caller sends goes in here and never into the text. */
export class Values {
  readonly list: unknown[] = [];

  /** The placeholder that stands for this value. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** For names from the schema cache only. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
