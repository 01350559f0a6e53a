import type { PatientRecord } from '@domain/export/record.ts';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { drawText } from './drawn-text.ts';
import { paperFor, summaryFile } from './summary-file.ts';

/** The summary of `export-my-data`'s answer, with this device's clock, zone, paper size and fonts. */
export const summaryOfExport = (json: string) =>
  summaryFile(JSON.parse(json) as PatientRecord, {
    now: Date.now(),
    zone: shownZone(),
    paper: paperFor(navigator.language),
    contact: clinicSays('supportEmail'),
    draw: drawText,
  });
