import { useEffect, useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { FieldError } from '@/components/form/field-error.tsx';
import { sendCode } from './sign-in.ts';
import { failureWords } from './words.ts';

/** An address gets one email a minute. This counts the same minute. */
const INTERVAL_MS = 60_000;
const TICK_MS = 1000;

type Props = { email: string; disabled: boolean; onSent: () => void };

export function SendAgain({ email, disabled, onSent }: Props) {
  const [sentAt, setSentAt] = useState(Date.now);
  const [outcome, setOutcome] = useState<{ sent: boolean; failure: unknown }>({ sent: false, failure: null });
  const [busy, setBusy] = useState(false);
  const seconds = useSecondsUntil(sentAt + INTERVAL_MS);

  async function send() {
    setBusy(true);
    setOutcome({ sent: false, failure: null });
    try {
      await sendCode(email);
      setSentAt(Date.now());
      setOutcome({ sent: true, failure: null });
      onSent();
    } catch (failure) {
      setOutcome({ sent: false, failure });
    }
    setBusy(false);
  }

  return (
    <>
      <Button
        look="quiet"
        busy={busy}
        disabled={disabled || seconds > 0}
        onClick={() => void send()}
        className="w-full tabular-nums"
      >
        {seconds > 0 ? `Send a new code in ${secondsWords(seconds)}` : 'Send a new code'}
      </Button>
      <output className="block text-center empty:hidden text-small text-soft">
        {outcome.sent && 'A new code is on its way.'}
      </output>
      <FieldError id="send-again-error" error={failureWords(outcome.failure)} />
    </>
  );
}

const secondsWords = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`);

/** Calculated from the clock, because a background tab rarely runs. */
function useSecondsUntil(end: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= end;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.ceil(Math.max(0, Math.min(INTERVAL_MS, end - now)) / 1000);
}
