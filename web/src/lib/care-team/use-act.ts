import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type * as z from 'zod/mini';
import { callFunction } from '../backend/call-function.ts';
import { checkSession } from './check-session.ts';
import { isCode, isLost } from './failure-words.ts';

type Options<Body, Answer> = {
  name: string;
  /** The shape of the answer, where it is needed. */
  answer?: z.ZodMiniType<Answer>;
  /** What of the body makes it the same act, where that is not all of it. */
  sameAct?: (body: Body) => unknown;
  onDone: (answer: Answer, sent: Body) => void;
};

/**
 * One act of somebody of the care team. The same act tried again is done once; whatever it changed is read again, also where
 * somebody else was first, so that the page behind shows what happened.
 */
export function useAct<Body extends object, Answer = void>({
  name,
  answer,
  sameAct = (body) => body,
  onDone,
}: Options<Body, Answer>) {
  const client = useQueryClient();
  const tried = useRef<{ act: string; body: Body; key: string } | null>(null);
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('team-') });
  return useMutation({
    mutationFn: async (body: Body) => {
      const act = JSON.stringify(sameAct(body));
      if (tried.current?.act !== act) tried.current = { act, body, key: crypto.randomUUID() };
      const first = tried.current;
      const shape = answer && { answer };
      return callFunction<Answer>(name, { body: first.body, idempotencyKey: first.key, ...shape });
    },
    // A repeat would be refused as this one was; only what got no answer is the same act still.
    onError: async (error) => {
      checkSession(error);
      if (!isLost(error)) tried.current = null;
      if (isCode(error, 'changed_meanwhile')) await refresh();
    },
    onSuccess: async (answered, sent) => {
      tried.current = null;
      onDone(answered, sent);
      await refresh();
    },
    networkMode: 'always',
  });
}
