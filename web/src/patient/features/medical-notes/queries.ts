import { queryOptions } from '@tanstack/react-query';
import { FetchMedicalNotesAnswer, type MedicalNote } from '@domain/contracts/patient/fetch-medical-notes.ts';
import type { RichNode } from '@domain/content/rich-text.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { plainText, readMarkdown } from '@/lib/text/markdown.ts';
import { readHtml } from '@/lib/text/read-html.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

export type Note = {
  id: string;
  title: string;
  /** Its day, '2026-11-14'. */
  date: string;
  preview: string;
  content: RichNode[];
  /** Who signed it. Null for notes from before notes were signed. */
  author: MedicalNote['author'];
  /** Addenda, oldest first. */
  addenda: { id: string; author: NonNullable<MedicalNote['author']>; content: RichNode[] }[];
};

/** The clinicians' notes for the patient, newest first. */
export const medicalNotesQuery = (userId: string) =>
  queryOptions({ queryKey: ['medical-notes', userId], queryFn: fetchNotes, retry: retryOnce });

async function fetchNotes(): Promise<Note[]> {
  const { notes } = await callFunction('fetch-medical-notes', {
    method: 'GET',
    answer: FetchMedicalNotesAnswer,
  });
  return Promise.all(notes.map(asNote));
}

async function asNote({
  id,
  title,
  date,
  content,
  format,
  author,
  addenda = [],
}: MedicalNote): Promise<Note> {
  const read = format === 'html' ? readHtml : readMarkdown;
  const nodes = await read(content);
  return {
    id,
    title,
    date: date.slice(0, 10),
    preview: plainText(nodes),
    content: nodes,
    author,
    addenda: await Promise.all(addenda.map(async (added) => ({ ...added, content: await read(added.text) }))),
  };
}
