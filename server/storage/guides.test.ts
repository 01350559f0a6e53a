import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const GUIDES = join(import.meta.dirname, '../../supabase/guides');
const guides = (await readdir(GUIDES)).filter((file) => file.endsWith('.pdf'));

test('there is a guide for ovulation tests, for the consultation and for a pregnancy', () => {
  expect(guides.sort()).toEqual(['consultation-guide.pdf', 'opk-guide.pdf', 'pregnancy-guide.pdf']);
});

test.each(guides)(
  '%s has two to six pages, is tagged for screen readers and declares its language',
  async (file) => {
    const pdf = await readFile(join(GUIDES, file), 'latin1');
    const pages = pdf.match(/\/Type \/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThanOrEqual(2);
    expect(pages.length).toBeLessThanOrEqual(6);
    expect(pdf).toContain('/StructTreeRoot');
    expect(pdf).toMatch(/\/MarkInfo\s*<<[^>]*\/Marked true/);
    expect(pdf).toMatch(/\/Lang \(en\)/);
  },
);
