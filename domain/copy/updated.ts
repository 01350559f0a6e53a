/** When a word last changed in this folder, in `domain/journey` or in the guides. A review is the clinic's own: CONTENT_REVIEWED. */
export const COPY_UPDATED = '2026-11-19';
/**
 * Of those words; a test compares it, so that the day above is not forgotten.
 * @internal
 */
export const COPY_FINGERPRINT = 'b6e84817333a';
