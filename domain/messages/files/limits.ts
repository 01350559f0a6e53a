import { PICTURE_TYPES } from '../pictures/limits.ts';

/** Types the care team can send. Patients can only send pictures. */
export const FILE_TYPES = [...PICTURE_TYPES, 'application/pdf'] as const;
export type FileType = (typeof FILE_TYPES)[number];

export const isPicture = (type: FileType): boolean => type !== 'application/pdf';
