import { useState } from 'react';
import { CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';

type Props = {
  /** Why someone has to sign in again. */
  notice: string | null;
  onBegin: () => void;
};

/** The first half of signing in: an address, and the code emailed to it. */
export function SignInSteps({ notice, onBegin }: Props) {
  const [email, setEmail] = useState<string | null>(null);

  function goOn(to: string) {
    setEmail(to);
    onBegin();
  }

  return email === null ? (
    <EmailStep notice={notice} onSent={goOn} />
  ) : (
    <CodeStep email={email} onOtherEmail={() => setEmail(null)} />
  );
}
