import { useState, type ReactNode, type RefObject } from 'react';
import { Button } from '@/components/action/button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { codeSentAt, type SentCode } from './code-sent.ts';
import { sendCode, SentBefore } from './sign-in.ts';
import { useSubmission } from './use-submission.ts';
import { waitWords } from './wait-words.ts';
import { CODE_SENT } from './words.ts';

type Props = {
  sent: SentCode;
  disabled: boolean;
  field: RefObject<HTMLInputElement | null>;
  onSent: (code: SentCode) => void;
};

/** For an email that doesn't arrive, or a refused code: once a minute, with a countdown. */
export function SendAgain({ sent, disabled, field, onSent }: Props) {
  const [againAt, setAgainAt] = useState(sent.againAt);
  const { pending, onSubmit } = useSubmission({
    field,
    problem: () => undefined,
    send: async () => {
      await sendCode(sent.email).catch((failure: unknown) => {
        if (failure instanceof SentBefore) setAgainAt(Date.now() + failure.seconds * 1000);
        throw failure;
      });
      const next = codeSentAt(sent.email, Date.now());
      setAgainAt(next.againAt);
      toast(CODE_SENT);
      onSent(next);
    },
  });
  return (
    <Countdown key={againAt} until={againAt}>
      {(isWaiting) => (
        <Button
          look="outline"
          busy={pending}
          disabled={disabled || isWaiting}
          onClick={onSubmit}
          className="mt-3 w-full"
        >
          Send it again
        </Button>
      )}
    </Countdown>
  );
}

/** Keyed by its end, so that a new one starts with the current time. */
function Countdown({ until, children }: { until: number; children: (isWaiting: boolean) => ReactNode }) {
  const now = useNow((moment) => (moment < until ? moment + 1000 : undefined));
  const seconds = Math.ceil((until - now) / 1000);
  return (
    <>
      {children(seconds > 0)}
      <p className="mt-2 min-h-5 text-center text-small text-soft tabular-nums">
        {seconds > 0 && waitWords(seconds)}
      </p>
    </>
  );
}
