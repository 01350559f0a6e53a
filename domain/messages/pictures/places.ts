import type { PictureType } from './limits.ts';

/**
 * Where a browser leaves a picture as it is, under an id of its own choice, before it sends the message that names it: nobody
 * reads there but the function that cleans it. Leaving it again under the same id is answered with Storage's 409: it is there.
 */
export const UPLOADS = 'message-uploads';
export const uploadName = (userId: string, id: string): string => `${userId}/${id}`;

/** Where it is kept once it is clean: in the patient's own folder of the private bucket. */
export const PICTURES = 'documents';
export const pictureName = (userId: string, id: string): string => `${userId}/messages/${id}`;

/** What a picture is called where it is downloaded; its own name stayed on the device. */
export const downloadName = (place: number, type: PictureType): string =>
  `picture-${place}.${type === 'image/jpeg' ? 'jpg' : 'png'}`;
