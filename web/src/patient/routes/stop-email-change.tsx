import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { MessagePage } from '@/components/feedback/message-page.tsx';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { logFailure } from '@/lib/backend/log.ts';

const FAILED = 'We couldn’t stop the change. Please try again, or call us.';

/**
 * Where the email and the text about a change of address lead, without signing in. Opening it changes nothing,
 * because mail programs open links by themselves.
 */
export default function StopEmailChange() {
  const [secret] = useState(() => location.hash.slice(1));
  const [state, setState] = useState<'asked' | 'busy' | 'stopped' | { failure: string }>('asked');

  async function stop() {
    if (state === 'busy') return;
    setState('busy');
    try {
      await callFunction('stop-email-change', { anonymous: true, body: { secret } });
      setState('stopped');
    } catch (error) {
      logFailure('The change of address was not stopped', error);
      const isFinal = error instanceof AppError && error.status === 409;
      setState({ failure: isFinal ? error.message : FAILED });
    }
  }

  if (state === 'stopped') {
    return (
      <MessagePage title="We’ve stopped the change">
        <p>
          Your email address stays the same. Please call us, because someone may be trying to get into your
          account.
        </p>
      </MessagePage>
    );
  }
  return (
    <MessagePage title="Stop the change of your email address?">
      <p>
        If you didn’t ask your care team to change the email address on your Béa account, stop it here. You’ll
        keep signing in with your old address.
      </p>
      {typeof state === 'object' && (
        <p role="alert" className="mt-4 font-semibold">
          {state.failure}
        </p>
      )}
      <Button busy={state === 'busy'} onClick={() => void stop()} className="mt-6">
        Stop the change
      </Button>
    </MessagePage>
  );
}
