/** The limits for one message. */
export const MAX_PICTURES = 3;

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

export const PICTURE_TYPES = ['image/jpeg', 'image/png'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];
