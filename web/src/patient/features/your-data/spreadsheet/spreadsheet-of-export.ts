import type { PatientRecord } from '@domain/export/record.ts';
import { sheetsOf } from '@domain/export/sheets.ts';
import { textOfHtml } from '@domain/export/text-of-html.ts';
import { localDate } from '@domain/time/local.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { markdownHtml } from '@/lib/text/markdown-html.ts';
import { zipOf } from './zip.ts';

/** A zip of `export-my-data`'s answer: a spreadsheet for each subject, in the portal's zone. */
export async function spreadsheetOfExport(json: string) {
  const [zone, now] = [shownZone(), Date.now()];
  const record = await withoutMarks(JSON.parse(json) as PatientRecord);
  return {
    filename: `bea-data-${localDate(now, zone)}.zip`,
    content: zipOf(sheetsOf(record, { zone, now })),
  };
}

/** A spreadsheet shows no formatting, so notes are included without their marks. */
const withoutMarks = async (record: PatientRecord): Promise<PatientRecord> => ({
  ...record,
  medical_notes: await plain(record.medical_notes),
  note_addenda: await plain(record.note_addenda),
});

const plain = <Note extends { content: string }>(notes: readonly Note[]): Promise<Note[]> =>
  Promise.all(
    notes.map(async (note) => ({ ...note, content: textOfHtml(await markdownHtml(note.content)) })),
  );
