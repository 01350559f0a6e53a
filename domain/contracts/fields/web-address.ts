import { isPlainLine } from './plain-line.ts';

/**
 * A web address that leads where it reads: no name before an @, no space, and no backslash, which browsers
 * treat as a slash. Checked as text, not as parsed, because the database and the portal see the text.
 */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^/\\\s@?#]+(?:[/?#][^\\\s]*)?$/.test(text) && isPlainLine(text);

/** A page of the portal's own. */
export const isPath = (text: string): boolean => /^\/(?![/\\])[^\\\s]*$/.test(text) && isPlainLine(text);
