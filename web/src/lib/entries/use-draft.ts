import { useState } from 'react';
import type * as z from 'zod/mini';
import { useUser } from '@/lib/backend/session.ts';
import { draftOf } from './drafts.ts';

type Form<Answers> = { name: string; Answers: z.ZodMiniType<Answers>; empty: () => Answers };

/** The answers of a form that is sent now or not at all: they survive a reload, and are removed once sent. */
export function useDraft<Answers extends object>({ name, Answers, empty }: Form<Answers>) {
  const { id: userId } = useUser();
  const [kept] = useState(() => draftOf(name, userId, Answers));
  const [answers, setAnswers] = useState(() => kept.read() ?? empty());
  return {
    answers,
    answer: (change: Partial<Answers>) => {
      const next = { ...answers, ...change };
      setAnswers(next);
      kept.keep(next);
    },
    forget: () => kept.forget(),
  };
}
