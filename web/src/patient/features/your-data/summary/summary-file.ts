import type { PatientRecord } from '@domain/export/record.ts';
import { summaryOf } from '@domain/export/summary.ts';
import type { Instant } from '@domain/time/instant.ts';
import { isoFromInstant } from '@domain/time/instant.ts';
import type { DrawText } from './drawn-text.ts';
import { layOut, PAPERS, type Mark } from './layout.ts';
import { codesOf, withGaps } from './letters.ts';
import { pdfOf } from './pdf.ts';

type Facts = { now: Instant; zone: string; paper: keyof typeof PAPERS; contact: string; draw: DrawText };
type SummaryFile = { filename: string; content: Uint8Array<ArrayBuffer> };

const GAPS = 'Letters shown as ? could not be printed here; the patient’s other downloads have them.';

/** The record on one page, for a doctor. The file's name doesn't reveal its subject. */
export async function summaryFile(record: PatientRecord, facts: Facts): Promise<SummaryFile> {
  const { now, zone, contact, draw } = facts;
  const paper = PAPERS[facts.paper];
  const footnote = `A summary of the patient’s own record, not a medical report. Questions: ${contact}`;
  const marks = layOut(summaryOf(record, { now, zone }), paper, [footnote, GAPS]);
  const shown = marks.map((mark) => drawable(mark, draw));
  const hasGaps = shown.some((mark, at) => mark !== marks[at]);
  return {
    filename: `bea-summary-${isoFromInstant(now).slice(0, 10)}.pdf`,
    content: await pdfOf(hasGaps ? shown : shown.filter(isNoRemark), paper, 'Treatment summary', draw),
  };
}

/** A device that can't draw still makes a page, which shows where letters are missing. */
const drawable = (mark: Mark, draw: DrawText): Mark =>
  mark.kind === 'text' && codesOf(mark.text) === null && draw(mark.text, mark.look) === null
    ? { ...mark, text: withGaps(mark.text) }
    : mark;

const isNoRemark = (mark: Mark) => mark.kind !== 'text' || mark.text !== GAPS;

// Countries that use Letter paper. All others use A4.
const LETTER = /-(?:US|CA|MX|CO|CL|PH|VE|GT|CR|PA|DO|PR|SV|NI)\b/i;

export const paperFor = (language: string): keyof typeof PAPERS => (LETTER.test(language) ? 'letter' : 'a4');
