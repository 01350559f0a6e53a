import type { FileType } from '../files/limits.ts';

/**
 * Where a browser uploads a picture unchanged, under an id it chooses, before it sends the message that
 * names it. Only the function that cleans it can read it. Uploading it again under the same id returns
 * Storage's 409: it is there.
 */
export const UPLOADS = 'message-uploads';
export const uploadName = (userId: string, id: string): string => `${userId}/${id}`;

/** The same for a file from the care team, in the sender's folder. */
export const TEAM_UPLOADS = 'team-uploads';

/** Where a clean picture is stored: in the patient's own folder of the private bucket. */
export const PICTURES = 'documents';
export const pictureName = (userId: string, id: string): string => `${userId}/messages/${id}`;

/** The file name for downloads. The original name stays on the device. */
export const downloadName = (place: number, type: FileType): string => NAMES[type](place);

const NAMES: Record<FileType, (place: number) => string> = {
  'image/jpeg': (place) => `picture-${place}.jpg`,
  'image/png': (place) => `picture-${place}.png`,
  'application/pdf': (place) => `document-${place}.pdf`,
};
