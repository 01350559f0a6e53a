import { useRef } from 'react';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { reportFailure } from '@/lib/backend/failures.ts';
import { refreshRecords } from '@/lib/backend/query-client.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

/**
 * Reports a change in treatment to the clinic, once however often the button is pressed. It never waits on
 * the device: a report about treatment counts from when it is made. A refusal is shown in the server's own
 * words.
 */
export function useReport<Report>(
  name: 'report-outcome' | 'take-back',
  failure: string,
  onReported?: () => void,
) {
  const sent = useRef({ body: '', id: '' });
  return useSendOnce({
    networkMode: 'always',
    mutationFn: async (report: Report) => {
      const body = JSON.stringify(report);
      if (sent.current.body !== body) sent.current = { body, id: crypto.randomUUID() };
      await callFunction(name, { body: report, idempotencyKey: sent.current.id });
      sent.current = { body: '', id: '' };
    },
    onSuccess: async () => {
      onReported?.();
      await refreshRecords();
    },
    onError: (error) => reportFailure(refusalIn(error) ?? failure, error),
  });
}

const refusalIn = (error: Error) =>
  error instanceof AppError && error.code === 'not_now' && error.message ? error.message : null;
