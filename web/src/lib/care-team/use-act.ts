import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type * as z from 'zod/mini';
import { callFunction } from '../backend/call-function.ts';
import { checkSession } from './check-session.ts';
import { isCode } from './failure-words.ts';

type Options<Answer> = {
  name: string;
  /** The shape of the answer, where it is needed. */
  answer?: z.ZodMiniType<Answer>;
  onDone: (answer: Answer) => void;
};

/**
 * One act of somebody of the care team. The same act tried again is done once; whatever it changed is read again, also where
 * somebody else was first, so that the page behind shows what happened.
 */
export function useAct<Body extends object, Answer = void>({ name, answer, onDone }: Options<Answer>) {
  const client = useQueryClient();
  const tried = useRef({ body: '', key: '' });
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('team-') });
  return useMutation({
    mutationFn: async (body: Body) => {
      const sent = JSON.stringify(body);
      if (tried.current.body !== sent) tried.current = { body: sent, key: crypto.randomUUID() };
      const shape = answer && { answer };
      return callFunction<Answer>(name, { body, idempotencyKey: tried.current.key, ...shape });
    },
    // A repeat would be refused as this one was; only what got no answer is the same act still.
    onError: async (error) => {
      checkSession(error);
      if (!isCode(error, 'no_answer')) tried.current = { body: '', key: '' };
      if (isCode(error, 'changed_meanwhile')) await refresh();
    },
    onSuccess: async (answered) => {
      tried.current = { body: '', key: '' };
      onDone(answered);
      await refresh();
    },
    networkMode: 'always',
  });
}
