import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { arePasskeysOn, isNoPasskey } from '@/lib/backend/passkeys.ts';
import { failureWords, NO_PASSKEY, SIGNED_IN } from './words.ts';

type Props = { disabled: boolean; onSignedIn: () => void };

/** Loads the rest of the sign-in code, which the page doesn't need until someone uses it. */
const loadCalls = () => import('./passkey-calls.ts');

/** The browser's offer is ready before the field gets the focus. A page that no one uses requests nothing. */
const FIRST_ACTS = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const;

/** Only if the browser supports passkeys. */
export function PasskeySignIn({ disabled, onSignedIn }: Props) {
  const [isOn, setOn] = useState(false);
  const [pending, setPending] = useState(false);
  const autofill = useRef<AbortController>(null);

  useEffect(() => {
    arePasskeysOn().then(setOn, (error: unknown) => logFailure('Passkeys could not be offered', error));
  }, []);

  const finish = useEffectEvent(() => {
    toast(SIGNED_IN);
    onSignedIn();
  });

  useEffect(() => {
    if (!isOn) return undefined;
    const waiting = new AbortController();
    autofill.current = waiting;
    const begin = () => {
      for (const act of FIRST_ACTS) document.removeEventListener(act, begin);
      loadCalls()
        .then(({ waitForAutofill }) => waitForAutofill(waiting.signal))
        .then(
          (isSignedIn) => isSignedIn && finish(),
          (error: unknown) => {
            // No one asked for this offer, so a failure without an explanation is not theirs to read.
            if (error instanceof AppError && error.message) toast(failureWords(error));
            else logFailure('Passkeys could not be offered', error);
          },
        );
    };
    for (const act of FIRST_ACTS) document.addEventListener(act, begin, { signal: waiting.signal });
    return () => waiting.abort();
  }, [isOn]);

  async function enter() {
    // A browser runs one ceremony at a time.
    autofill.current?.abort();
    setPending(true);
    try {
      const { enterWithPasskey } = await loadCalls();
      await enterWithPasskey();
      toast(SIGNED_IN);
      onSignedIn();
    } catch (error) {
      toast(isNoPasskey(error) ? NO_PASSKEY : failureWords(error));
    }
    setPending(false);
  }

  if (!isOn) return null;
  return (
    <Button look="outline" busy={pending} disabled={disabled} onClick={() => void enter()} className="w-full">
      Sign in with a passkey
    </Button>
  );
}
