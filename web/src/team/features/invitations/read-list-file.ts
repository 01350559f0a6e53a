import { MAX_LIST_BYTES, readInvitationList } from '@domain/account/invitation-list.ts';

export type ReadFile = ReturnType<typeof readInvitationList> | { problem: string };

/** The text of a file selected for 'Import a list'. */
export async function readListFile(file: Blob): Promise<ReadFile> {
  if (file.size > MAX_LIST_BYTES)
    return { problem: 'This file is larger than 2 MB. Split the list into smaller files.' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes('\0')) return readInvitationList(text);
  } catch {
    // Refuses other encodings, because people would be invited under broken names.
  }
  return { problem: 'This file can’t be read. Save it as “CSV UTF-8” and select it again.' };
}
