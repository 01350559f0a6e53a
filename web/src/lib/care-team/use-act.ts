import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callFunction } from '../backend/call-function.ts';
import { checkSession } from './check-session.ts';
import { isCode } from './failure-words.ts';

type Options = { name: string; onDone: () => void };

/**
 * One act of somebody of the care team. The same act tried again is done once; whatever it changed is read again, also where somebody else
 * was first, so that the page behind shows what happened.
 */
export function useAct<Body extends object>({ name, onDone }: Options) {
  const client = useQueryClient();
  const tried = useRef({ body: '', key: '' });
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('team-') });
  return useMutation({
    mutationFn: async (body: Body) => {
      const sent = JSON.stringify(body);
      if (tried.current.body !== sent) tried.current = { body: sent, key: crypto.randomUUID() };
      await callFunction(name, { body, idempotencyKey: tried.current.key });
    },
    // A repeat would be refused as this one was; only what got no answer is the same act still.
    onError: async (error) => {
      checkSession(error);
      if (!isCode(error, 'no_answer')) tried.current = { body: '', key: '' };
      if (isCode(error, 'changed_meanwhile')) await refresh();
    },
    onSuccess: async () => {
      tried.current = { body: '', key: '' };
      onDone();
      await refresh();
    },
    networkMode: 'always',
  });
}
