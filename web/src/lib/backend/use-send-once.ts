import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { hideFailure } from './failures.ts';

/** A mutation that a double click sends once: the busy state renders only after the second click can come. */
export function useSendOnce<Answer = void, Sent = void>(options: UseMutationOptions<Answer, Error, Sent>) {
  const isSending = useRef(false);
  const mutation = useMutation<Answer, Error, Sent>({
    ...options,
    onSettled: (...settled) => {
      isSending.current = false;
      return options.onSettled?.(...settled);
    },
  });
  const mutate: typeof mutation.mutate = (...sent) => {
    if (isSending.current) return;
    isSending.current = true;
    if (mutation.error) hideFailure(mutation.error);
    mutation.mutate(...sent);
  };
  return { ...mutation, mutate };
}
