/** A placeholder in a saved reply: `{first name}`, as plain text. */
const PLACEHOLDER = /\{[^{}\n]{1,40}\}/g;

/** Fills in the patient's first name, as the patient wants to be addressed. Unknown placeholders stay. */
export const fillPlaceholders = (text: string, { firstName }: { firstName: string }): string =>
  text.replace(PLACEHOLDER, (placeholder) =>
    placeholder.slice(1, -1).trim().toLowerCase() === 'first name' && firstName.trim() !== ''
      ? firstName.trim()
      : placeholder,
  );

/** The first placeholder that is still open, and where it is. */
export function unfilledIn(text: string): { placeholder: string; from: number; until: number } | null {
  const found = text.matchAll(PLACEHOLDER).next().value;
  return found ? { placeholder: found[0], from: found.index, until: found.index + found[0].length } : null;
}
