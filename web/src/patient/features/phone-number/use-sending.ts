import { useState } from 'react';
import { AppError } from '@/lib/backend/app-error.ts';
import { reportFailure } from '@/lib/backend/failures.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

/** A refusal of what was typed appears next to the field; any other failure is a toast. */
const SAID_BESIDE = new Set(['wrong_code', 'too_many_requests', 'invalid_input', 'not_now']);

type Options = { send: (typed: string) => Promise<string>; failure: string; onDone: (phone: string) => void };

export function useSending({ send, failure, onDone }: Options) {
  const [refusal, setRefusal] = useState<string>();
  const { mutate, isPending } = useSendOnce({
    networkMode: 'always',
    mutationFn: send,
    onMutate: () => setRefusal(undefined),
    onError: (error) =>
      error instanceof AppError && SAID_BESIDE.has(error.code)
        ? setRefusal(error.message)
        : reportFailure(failure, error),
    onSuccess: onDone,
  });
  return { mutate, isPending, refusal, setRefusal };
}
