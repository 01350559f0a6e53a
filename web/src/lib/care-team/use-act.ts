import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { callFunction } from '../backend/call-function.ts';
import { currentSession, useUser } from '../backend/session.ts';
import type { Draft } from '../entries/drafts.ts';
import { checkSession } from './check-session.ts';
import { isCode, isLost } from './failure-words.ts';

type Options<Body, Answer> = {
  name: string;
  /** The response's schema, if needed. */
  answer?: z.ZodMiniType<Answer>;
  /** Which part of the body identifies the act, if not all of it. */
  sameAct?: (body: Body) => unknown;
  /** Where an unanswered try is kept, if it has to outlive its component. */
  tries?: Draft<Try<Body>>;
  onDone: (answer: Answer, sent: Body) => void;
};

/** An act as first sent, and the key under which the server does it once. */
export type Try<Body> = { act: string; body: Body; key: string };

/**
 * One act by a care team member. A repeated act is done once; whatever it changed is reloaded, even if
 * someone else was first, so that the page behind shows what happened. The next person in this browser
 * neither sends it nor hears of it.
 */
export function useAct<Body extends object, Answer = void>({
  name,
  answer,
  sameAct = (body) => body,
  tries,
  onDone,
}: Options<Body, Answer>) {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const [owner] = useState(userId);
  const [inMemory] = useState(() => memory<Try<Body>>());
  const { read, keep, forget } = tries ?? inMemory;
  /** Someone else has signed in in this browser. */
  const isGone = () => (currentSession().user?.id ?? owner) !== owner;
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('team-') });
  return useMutation({
    mutationFn: async (body: Body) => {
      const act = JSON.stringify(sameAct(body));
      const earlier = read();
      const first = earlier?.act === act ? earlier : { act, body, key: crypto.randomUUID() };
      keep(first);
      const shape = answer && { answer };
      return callFunction<Answer>(name, { body: first.body, idempotencyKey: first.key, owner, ...shape });
    },
    // A repeat would be refused too; only an unanswered try is still the same act.
    onError: async (error) => {
      if (isGone()) return;
      checkSession(error);
      if (!isLost(error)) forget();
      if (isCode(error, 'changed_meanwhile')) await refresh();
    },
    onSuccess: async (answered, sent) => {
      forget();
      if (isGone()) return;
      onDone(answered, sent);
      await refresh();
    },
    networkMode: 'always',
  });
}

function memory<Kept>(): Draft<Kept> {
  let kept: Kept | null = null;
  return { read: () => kept, keep: (next) => (kept = next), forget: () => (kept = null) };
}
