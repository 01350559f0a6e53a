// Space, marks without width or shape, and letters that render as nothing (the Hangul fillers, the empty
// Braille cell).
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees anything: checked for every required text. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text);
