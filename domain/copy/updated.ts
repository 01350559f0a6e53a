/**
 * When a word last changed in this folder, in `domain/journey` or in the guides. The clinic records its
 * reviews separately (CONTENT_REVIEWED).
 */
export const COPY_UPDATED = '2026-11-19';
/**
 * A hash of those words. A test compares it, so that the day above isn't forgotten.
 * @internal
 */
export const COPY_FINGERPRINT = '9731ec04d259';
