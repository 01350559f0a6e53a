import { useEffect, useRef, useState, type FormEvent } from 'react';
import { focusFirstError } from '@/components/form/focus-first-error.ts';
import { endWords } from './words.ts';

/**
 * Submits once at a time. An error stays until the next try, and the cursor goes to its field. An error that
 * ends the session leads back to the first step.
 */
export function useSubmit(send: () => Promise<void>, onEnd?: (words: string) => void) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function run() {
    setBusy(true);
    setFailure(null);
    await send().catch((error: unknown) => {
      const end = onEnd ? endWords(error) : null;
      if (onEnd && end) onEnd(end);
      else setFailure(error);
    });
    setBusy(false);
  }

  useEffect(() => {
    if (failure && form.current) focusFirstError(form.current);
  }, [failure]);

  return {
    form,
    busy,
    failure,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!busy) void run();
    },
  };
}
