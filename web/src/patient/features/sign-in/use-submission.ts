import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { toast } from '@/components/feedback/toast-store.ts';
import { failureWords } from './words.ts';

type Submission = {
  field: RefObject<HTMLInputElement | null>;
  problem: () => string | undefined;
  send: () => Promise<void>;
};

/** Submits once at a time. On failure the form stays, shows the error, and moves the cursor to its field. */
export function useSubmission({ field, problem, send }: Submission) {
  const [pending, setPending] = useState(false);
  const [tried, setTried] = useState(false);
  // Two submits may happen before the first one renders.
  const isUnderWay = useRef(false);

  async function run() {
    if (isUnderWay.current) return;
    setTried(true);
    if (problem()) return field.current?.focus();
    isUnderWay.current = true;
    setPending(true);
    await send().catch((error: unknown) => {
      toast(failureWords(error));
      field.current?.focus();
    });
    isUnderWay.current = false;
    setPending(false);
  }

  return {
    pending,
    error: tried ? problem() : undefined,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void run();
    },
  };
}
