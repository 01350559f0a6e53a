// Space, marks without width or shape, and the letters that are drawn as nothing (the Hangul fillers, the empty Braille cell).
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether somebody who reads it sees anything: the check of every text that must be there. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text);
