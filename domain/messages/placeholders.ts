/** What a saved reply leaves open: `{first name}`, in plain text. */
const PLACEHOLDER = /\{[^{}\n]{1,40}\}/g;

/** With the patient's first name, as they are addressed; what is not known stays as it is. */
export const fillPlaceholders = (text: string, { firstName }: { firstName: string }): string =>
  text.replace(PLACEHOLDER, (placeholder) =>
    placeholder.slice(1, -1).trim().toLowerCase() === 'first name' && firstName.trim() !== ''
      ? firstName.trim()
      : placeholder,
  );

/** The first placeholder that nothing filled, and where it is. */
export function unfilledIn(text: string): { placeholder: string; from: number; until: number } | null {
  const found = text.matchAll(PLACEHOLDER).next().value;
  return found ? { placeholder: found[0], from: found.index, until: found.index + found[0].length } : null;
}
