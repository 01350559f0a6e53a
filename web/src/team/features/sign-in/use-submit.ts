import { useEffect, useRef, useState, type FormEvent } from 'react';
import { focusFirstError } from '@/components/form/focus-first-error.ts';

/** One submit at a time. What goes wrong stays until the next try, and the cursor goes to the field that it is about. */
export function useSubmit(send: () => Promise<void>) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function run() {
    setBusy(true);
    setFailure(null);
    await send().catch(setFailure);
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
