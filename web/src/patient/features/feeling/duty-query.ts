import { queryOptions } from '@tanstack/react-query';
import { ReportSymptomsSituation } from '@domain/contracts/patient/report-symptoms.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';

/**
 * Whether someone can be reached outside the clinic's hours. Not retried: without an answer the page promises
 * nothing.
 */
export const dutyQuery = queryOptions({
  queryKey: ['on-duty'],
  queryFn: () => callFunction('report-symptoms', { method: 'GET', answer: ReportSymptomsSituation }),
  retry: false,
  staleTime: MINUTE,
});
