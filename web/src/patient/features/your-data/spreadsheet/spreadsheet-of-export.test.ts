import { recordOf } from '@domain/export/testing.ts';
import { expect, test } from 'vitest';
import { spreadsheetOfExport } from './spreadsheet-of-export.ts';

test('a note in the spreadsheet has its words without the marks of its formatting', async () => {
  const note = {
    title: 'First call',
    noted_on: '2026-11-18',
    content: '**Next**\n\n1. Rest\n2. Drink & eat',
  };
  const { content } = await spreadsheetOfExport(
    JSON.stringify(
      recordOf({ medical_notes: [note as never], note_addenda: [{ content: '_Soon_' } as never] }),
    ),
  );
  const files = new TextDecoder().decode(content);
  expect(files).toContain('2026-11-18,First call,"Next\nRest\nDrink & eat"\r\n');
  expect(files).toContain('Addition\r\nSoon\r\n');
});
