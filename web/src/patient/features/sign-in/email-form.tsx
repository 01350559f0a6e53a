import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { RememberEmail } from '@/components/form/remember-email.tsx';
import { useHydrated } from '@/components/layout/use-hydrated.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { hasPasskeys } from '@/lib/backend/passkeys.ts';
import { keptEmail, keepEmail } from '@/lib/backend/kept-email.ts';
import { auth } from '@/lib/backend/supabase.ts';
import type { SentCode } from './code-sent.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { emailProblem } from './problems.ts';
import { useSubmission } from './use-submission.ts';

/** Loaded on demand, because few addresses are refused. */
const WhomToAsk = lazy(() => import('./whom-to-ask.tsx'));

type Props = { returning: boolean; onSent: (code: SentCode) => void; onSignedIn: () => void };

export function EmailForm({ returning, onSent, onSignedIn }: Props) {
  const [email, setEmail] = useState('');
  const [isRefused, setRefused] = useState(false);
  const [remembers, setRemembers] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const ready = useHydrated();
  const { pending, error, onSubmit } = useSubmission({
    field: input,
    problem: () => emailProblem(email),
    send: async () => {
      try {
        const { codeFor } = await loadRequest();
        const sent = await codeFor(email);
        keepEmail('patient', remembers ? email : null);
        onSent(sent);
      } catch (failure) {
        setRefused(failure instanceof AppError && failure.code === 'unauthorized_email');
        throw failure;
      }
    },
  });

  // Keeps text typed into the prerendered form before this code loaded.
  useLayoutEffect(() => {
    const typed = input.current?.value.trim();
    const kept = keptEmail('patient');
    setEmail(typed || kept);
    setRemembers(box.current!.checked || (kept !== '' && (!typed || typed === kept)));
  }, []);

  // A first visit reads the page from its top. A returning visitor wants to type.
  useEffect(() => {
    if (returning) input.current?.focus();
  }, [returning]);

  return (
    <form onSubmit={onSubmit} noValidate className={returning ? 'rise' : ''}>
      <p className="caption mb-1.5">Welcome</p>
      <h1 className="text-title sm:text-display">Log in to your account</h1>
      <Field
        ref={input}
        label="Email address"
        className="mt-7"
        type="email"
        name="email"
        autoComplete="email webauthn"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@example.com"
        value={email}
        onChange={(event) => setEmail(event.target.value.trim())}
        onInput={warmUp}
        error={error}
      />
      <RememberEmail
        ref={box}
        checked={remembers}
        onChange={(checked) => {
          setRemembers(checked);
          if (!checked) keepEmail('patient', null);
        }}
      />
      <Button
        type="submit"
        busy={pending}
        disabled={!ready}
        className={`mt-3 w-full ${ready ? '' : 'disabled:opacity-100'}`}
      >
        Send Verification Code
      </Button>
      {/* As high as the button, so that nothing moves when it appears. */}
      <div className="mt-3 min-h-12">
        {ready && hasPasskeys() && <PasskeySignIn disabled={pending} onSignedIn={onSignedIn} />}
      </div>
      {isRefused && (
        <Suspense>
          <WhomToAsk />
        </Suspense>
      )}
    </form>
  );
}

/** Loads with the next step, to keep the first screen light. */
const loadRequest = () => import('./request-code.ts');

/**
 * The auth client and the next step load while the address is typed, so that the button doesn't have to wait.
 */
function warmUp() {
  // Submitting loads them again, and reports a failure.
  auth().catch(() => undefined);
  loadRequest().catch(() => undefined);
  import('./code-form.tsx').catch(() => undefined);
}
