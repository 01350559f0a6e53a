import type { SentFile } from '@domain/messages/conversation.ts';

export type ShownFile = Pick<SentFile, 'id' | 'place' | 'type'> & {
  /** 'PDF, 1.2 MB', where it is known. */
  size?: string;
};

/** The bytes of a file, as the server keeps them: kept in memory for as long as the page is open. */
export type LoadFile = (file: ShownFile) => Promise<Blob>;
