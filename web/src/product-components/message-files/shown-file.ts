import type { SentFile } from '@domain/messages/conversation.ts';

export type ShownFile = Pick<SentFile, 'id' | 'place' | 'type'> & {
  /** 'PDF, 1.2 MB', if known. */
  size?: string;
};

/** A file's bytes from the server, kept in memory while the page is open. */
export type LoadFile = (file: ShownFile) => Promise<Blob>;
