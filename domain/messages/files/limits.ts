import { PICTURE_TYPES } from '../pictures/limits.ts';

/** What the care team sends; patients send pictures alone. */
export const FILE_TYPES = [...PICTURE_TYPES, 'application/pdf'] as const;
export type FileType = (typeof FILE_TYPES)[number];

export const isPicture = (type: FileType): boolean => type !== 'application/pdf';
