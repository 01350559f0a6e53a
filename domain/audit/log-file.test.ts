import { expect, test } from 'vitest';
import type { AccessLine } from '../contracts/team/team-access-log.ts';
import { instantInUtc } from '../time/instant.ts';
import { logFile } from './log-file.ts';

const line: AccessLine = {
  id: '1-1',
  at: '2026-11-18T15:05:00Z',
  action: 'read',
  kind: 'care_record',
  why: 'cover',
  person: { id: null, name: 'Noa Lind', role: 'coach' },
  patient: { id: crypto.randomUUID(), name: 'Mia Lindqvist' },
  member: null,
  change: null,
};
const rowsOf = (...lines: AccessLine[]) =>
  logFile(lines, 'America/New_York', instantInUtc('2026-11-18', '12:00')).split('\r\n');

test('the spreadsheet says in words who did what, when and why', () => {
  expect(rowsOf(line)).toEqual([
    '\ufeffDate,Time (Eastern Time),Who,Role,Action,About,Why',
    '2026-11-18,10:05,Noa Lind,coach,Opened or changed the care record,Mia Lindqvist,Covering for a colleague',
    '',
  ]);
});

test('a name that begins like a formula stays text', () => {
  const [, row] = rowsOf({ ...line, patient: { id: crypto.randomUUID(), name: '=SUM(A1)' } });
  expect(row).toContain(`"'=SUM(A1)"`);
});

test('an entry without a person says how it was made', () => {
  const nobody = { id: null, name: null, role: null };
  const [, refused, command] = rowsOf(
    { ...line, kind: 'refused_not_allowed', person: nobody, patient: null, member: null, why: null },
    { ...line, kind: 'invitation', action: 'insert', person: nobody, why: null },
  );
  expect(refused).toBe('2026-11-18,10:05,Someone without access,,Access denied,Removed person,');
  expect(command).toContain('"Not signed in, or run from the server"');
});
