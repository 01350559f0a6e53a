import type { OperationOutcome, OperationOutcomeIssue } from '@medplum/fhirtypes';
import { ABOUT } from '../about.ts';
import type { LeftOutRow, PatientRecord } from '../record.ts';
import type { Identified } from './types.ts';

const SUFFIX = '_left_out';

/** Lists what the bundle leaves out, if anything. */
export function leftOutOf(userId: string, record: PatientRecord): Identified<OperationOutcome>[] {
  const issue = Object.entries(record)
    .filter(([name]) => name.endsWith(SUFFIX))
    .flatMap(([name, rows]) =>
      (rows as readonly LeftOutRow[]).map(({ lines, note }): OperationOutcomeIssue => ({
        severity: 'information',
        code: 'incomplete',
        diagnostics: `${ABOUT[name as keyof PatientRecord]}: ${lines}. ${note}`,
      })),
    );
  return issue.length === 0 ? [] : [{ resourceType: 'OperationOutcome', id: userId, issue }];
}
