/** When a clinical lead last read every text in this folder. */
export const LAST_REVIEWED = '2026-11-15';
