import type { Observation } from '@medplum/fhirtypes';
import type { PeriodKind } from '../../cycle/period.ts';
import type { TreatmentDayAction } from '../../treatment-day/events.ts';
import type { PeriodRow, TimerRow } from '../record.ts';
import type { Identified } from './types.ts';
import { dayOf, instant, patientReference, words } from './values.ts';

const BLEEDING: Record<PeriodKind, string> = {
  period: 'First day of a period',
  unsure: 'Possible first day of a period',
  'bleed-with-loss': 'Bleeding with a pregnancy loss',
};

export const periodOf = (userId: string, row: PeriodRow): Identified<Observation> => ({
  ...observed(userId, row),
  status: row.withdrawn_at === null ? 'final' : 'entered-in-error',
  code: words('First day of menstrual bleeding'),
  effectiveDateTime: row.day,
  valueString: BLEEDING[row.kind],
});

const HAPPENED: Record<TreatmentDayAction, string> = {
  sample: 'Sample collected',
  'cap-in': 'Cap in place',
  'cap-out': 'Cap removed',
  'sample-reset': 'Sample timer reset',
  'cap-reset': 'Cap timer reset',
  'cap-undo': 'Cap reported by mistake',
};

export function timerOf(userId: string, row: TimerRow): Identified<Observation> {
  const component = dayOf(row['on_day']);
  return {
    ...observed(userId, row),
    status: 'final',
    code: words('Treatment day'),
    effectiveDateTime: instant(row.at),
    valueString: HAPPENED[row.action],
    ...(component.length > 0 && { component }),
  };
}

const observed = (userId: string, { id, created_at: createdAt }: { id: string; created_at: string }) => ({
  resourceType: 'Observation' as const,
  id,
  subject: patientReference(userId),
  performer: [patientReference(userId)],
  issued: instant(createdAt),
});
