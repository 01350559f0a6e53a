import * as z from 'zod/mini';
import {
  ReportSymptomsRequest,
  type ReportSymptomsAnswer,
  type ReportSymptomsSituation,
} from '../../../domain/contracts/patient/report-symptoms.ts';
import { dayIn } from '../../../domain/contracts/fields/iso.ts';
import { isUrgent } from '../../../domain/symptoms/urgent-report.ts';
import { localDate } from '../../../domain/time/local.ts';
import { defineFunction, readAndWritten } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { invalidInput } from '../_shared/answer/problem.ts';
import { zoneOf } from '../_shared/appointments/scheduling.ts';
import { openSubmission, storeOnce } from '../_shared/patients/submission.ts';

/** The facts for the page's words next to the form. A duty phone counts only while texts to it arrive. */
const situation = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: z.strictObject({}),
  run: async (_input, { portal, service }): Promise<z.output<typeof ReportSymptomsSituation>> => {
    if (portal.dutyPhone === null) return { onDuty: false };
    const { data: failingSince } = await service.rpc('alarms_failing_since').throwOnError();
    return { onDuty: failingSince === null };
  },
});

type Stored = { id: string; urgent: boolean };

const submit = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: ReportSymptomsRequest,
  limit: [SUBMISSIONS, entriesADay('symptom reports')],
  run: async (
    { signs, strength, since, words },
    context,
    headers,
  ): Promise<z.output<typeof ReportSymptomsAnswer>> => {
    const submission = await openSubmission(context, headers, 'symptom_reports');
    const zone = zoneOf(headers);
    const day = dayIn(since, zone);
    if (day > localDate(context.now().getTime(), zone)) {
      throw invalidInput('since', 'The day cannot be in the future');
    }
    const { id, urgent } = await storeOnce<Stored>(context, submission, {
      answers: { signs, strength, since: day, words: words || null },
      details: { urgent: isUrgent({ signs, strength, words }) },
    });
    return { id, urgent };
  },
});

export const handler = readAndWritten(situation, submit);
