import type { PatientRecord } from '@domain/export/record.ts';
import { sheetsOf } from '@domain/export/sheets.ts';
import { localDate } from '@domain/time/local.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import { zipOf } from './zip.ts';

/** A zip of what `export-my-data` answers as JSON: a spreadsheet for each subject, in this device's zone. */
export function spreadsheetOfExport(json: string) {
  const [zone, now] = [deviceZone(), Date.now()];
  return {
    filename: `bea-data-${localDate(now, zone)}.zip`,
    content: zipOf(sheetsOf(JSON.parse(json) as PatientRecord, { zone, now })),
  };
}
