import { useState, type FormEvent, type RefObject } from 'react';
import { toast } from '@/components/feedback/toast-store.ts';
import { failureWords } from './words.ts';

type Submission = {
  field: RefObject<HTMLInputElement | null>;
  problem: () => string | undefined;
  send: () => Promise<void>;
};

/** One submit at a time. What goes wrong is shown, the form stays as it was, and the cursor goes back to its field. */
export function useSubmission({ field, problem, send }: Submission) {
  const [pending, setPending] = useState(false);
  const [tried, setTried] = useState(false);

  async function run() {
    setTried(true);
    if (problem()) return field.current?.focus();
    setPending(true);
    await send().catch((error: unknown) => {
      toast(failureWords(error));
      field.current?.focus();
    });
    setPending(false);
  }

  return {
    pending,
    error: tried ? problem() : undefined,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!pending) void run();
    },
  };
}
