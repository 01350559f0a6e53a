import { useRef } from 'react';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { tellFailure } from '@/lib/backend/failures.ts';
import { refreshRecords } from '@/lib/backend/query-client.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

/**
 * Tells the clinic that something has changed, once however often the button is pressed. Nothing of it waits on the device:
 * what somebody says of their treatment holds from when it is said. A refusal is shown in the server's own words.
 */
export function useTell<Report>(
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
    onError: (error) => tellFailure(refusalIn(error) ?? failure, error),
  });
}

const refusalIn = (error: Error) =>
  error instanceof AppError && error.code === 'not_now' && error.message ? error.message : null;
