import { useState, type FormEvent, type RefObject } from 'react';
import { AppError } from '@/lib/backend/app-error.ts';
import { reportFailure } from '@/lib/backend/failures.ts';

type Step = {
  field: RefObject<HTMLInputElement | null>;
  onBusy: (busy: boolean) => void;
  problem?: () => string | undefined;
  /** Shown if the server couldn't be reached. */
  failure: string;
  send: () => Promise<void>;
};

/** The server's message about the input appears next to the field. A failed request shows a toast. */
const SAID_BESIDE = new Set(['wrong_code', 'too_many_requests', 'invalid_input', 'already_leaving']);

/** One step of deleting an account: sent once at a time, while the dialog stays open. */
export function useStep({ field, onBusy, problem, failure, send }: Step) {
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function attempt() {
    setTried(true);
    setRefusal(undefined);
    if (problem?.()) return field.current?.focus();
    setBusy(true);
    onBusy(true);
    await send().catch((error: unknown) => {
      field.current?.focus();
      if (error instanceof AppError && SAID_BESIDE.has(error.code)) return setRefusal(error.message);
      reportFailure(failure, error);
    });
    setBusy(false);
    onBusy(false);
  }

  const run = () => {
    if (!busy) void attempt();
  };
  return {
    busy,
    error: refusal ?? (tried ? problem?.() : undefined),
    /** For a field that was edited since. */
    forget: () => {
      setTried(false);
      setRefusal(undefined);
    },
    run,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      run();
    },
  };
}
