import type { RefObject } from 'react';
import { Button } from '@/components/action/button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { sendCode } from './sign-in.ts';
import { useSubmission } from './use-submission.ts';
import { CODE_SENT } from './words.ts';

type Props = {
  email: string;
  disabled: boolean;
  field: RefObject<HTMLInputElement | null>;
  onSent: () => void;
};

/** For somebody whose code was refused. */
export function NewCode({ email, disabled, field, onSent }: Props) {
  const { pending, onSubmit } = useSubmission({
    field,
    problem: () => undefined,
    send: async () => {
      await sendCode(email);
      toast(CODE_SENT);
      onSent();
    },
  });
  return (
    <Button look="outline" busy={pending} disabled={disabled} onClick={onSubmit} className="mt-3 w-full">
      Send a new code
    </Button>
  );
}
