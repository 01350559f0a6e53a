import { useEffect, useRef, useState } from 'react';
import { Email } from '@domain/contracts/fields/email.ts';
import { Button, buttonLook } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { Field } from '@/components/form/field.tsx';
import { RememberEmail } from '@/components/form/remember-email.tsx';
import { AppError } from '@/lib/backend/app-error.ts';
import { keptEmail, keepEmail } from '@/lib/backend/kept-email.ts';
import { sendCode } from './sign-in.ts';
import { StepHeading } from './step-heading.tsx';
import { useSubmit } from './use-submit.ts';
import { failureWords } from './words.ts';

type Props = { notice: string | null; onSent: (email: string) => void };

export function EmailStep({ notice, onSent }: Props) {
  const [typed, setTyped] = useState(() => keptEmail('team'));
  const [remembers, setRemembers] = useState(typed !== '');
  const input = useRef<HTMLInputElement>(null);
  const { form, busy, failure, onSubmit } = useSubmit(async () => {
    const email = Email.safeParse(typed);
    if (!email.success) throw new AppError('invalid_email', email.error.issues[0]!.message);
    await sendCode(email.data);
    keepEmail('team', remembers ? email.data : null);
    onSent(email.data);
  });

  useEffect(() => input.current?.focus(), []);

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="space-y-6">
      <StepHeading>Team sign-in</StepHeading>
      {notice && (
        <div role="alert">
          <Notice>{notice}</Notice>
        </div>
      )}
      <div>
        <Field
          ref={input}
          label="Email address"
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={failureWords(failure)}
        />
        <RememberEmail
          checked={remembers}
          onChange={(checked) => {
            setRemembers(checked);
            if (!checked) keepEmail('team', null);
          }}
        />
      </div>
      <div className="-mb-3 space-y-2">
        <Button type="submit" busy={busy} className="w-full">
          Send code
        </Button>
        <a href="/home" className={`${buttonLook('quiet')} w-full`}>
          Are you a patient? Go to the portal
        </a>
      </div>
    </form>
  );
}
