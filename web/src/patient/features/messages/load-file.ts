import type { Message } from '@domain/messages/conversation.ts';
import { PICTURES } from '@domain/messages/pictures/places.ts';
import { downloadFile } from '@/lib/backend/private-files.ts';
import type { LoadFile } from '@/product-components/message-files/shown-file.ts';

/** A file of this message, as stored on the server. */
export const loadFileOf =
  (files: Message['files']): LoadFile =>
  ({ id }) => {
    const { name } = files.find((file) => file.id === id)!;
    const folder = name.slice(0, name.lastIndexOf('/'));
    return downloadFile(PICTURES, folder, name.slice(folder.length + 1));
  };
