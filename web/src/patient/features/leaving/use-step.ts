import { useState, type FormEvent, type RefObject } from 'react';
import { AppError } from '@/lib/backend/app-error.ts';
import { reportFailure } from '@/lib/backend/failures.ts';

type Step = {
  field: RefObject<HTMLInputElement | null>;
  onBusy: (busy: boolean) => void;
  problem?: () => string | undefined;
  /** What the patient is told when the server could not be asked. */
  failure: string;
  send: () => Promise<void>;
};

/** What the server says about what was typed is next to the field; that it could not be asked is a toast. */
const SAID_BESIDE = new Set(['wrong_code', 'too_many_requests', 'invalid_input', 'already_leaving']);

/** One step of leaving: sent once at a time, and the dialog stays open in the meantime. */
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
    /** For a field that has changed since. */
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
