import type * as z from 'zod/mini';
import {
  RecordAgreementRequest,
  type RecordAgreementAnswer,
} from '../../../domain/contracts/patient/record-agreement.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { openSubmission, storeOnce } from '../_shared/patients/submission.ts';

/** Records who uses the applicator, and whether that person agrees. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: RecordAgreementRequest,
  limit: [SUBMISSIONS, entriesADay('agreements')],
  run: async (request, context, headers): Promise<z.output<typeof RecordAgreementAnswer>> => {
    const submission = await openSubmission(context, headers, 'applicator_agreements');
    const { person, words } = request;
    const { id } = await storeOnce<{ id: string }>(context, submission, {
      answers: {
        person,
        name: request.person === 'self' ? null : request.name,
        agreed: request.person === 'self' || request.agreed,
        words_version: words,
      },
    });
    return { id };
  },
});
