import * as z from 'zod/mini';
import {
  ReportSymptomsRequest,
  type ReportSymptomsAnswer,
} from '../../../domain/contracts/report-symptoms.ts';
import { dayIn } from '../../../domain/contracts/iso.ts';
import { isUrgent } from '../../../domain/symptoms/symptoms.ts';
import { localDate } from '../../../domain/time/local.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { SUBMISSIONS } from '../_shared/limits.ts';
import { invalidInput } from '../_shared/problem.ts';
import { zoneOf } from '../_shared/scheduling.ts';
import { openSubmission, storeOnce } from '../_shared/submission.ts';

type Stored = { id: string; urgent: boolean };

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: ReportSymptomsRequest,
  limit: SUBMISSIONS,
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
      details: { urgent: isUrgent(signs, strength) },
    });
    return { id, urgent };
  },
});
