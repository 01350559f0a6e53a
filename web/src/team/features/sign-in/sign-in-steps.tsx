import { useState } from 'react';
import { CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';

/** The first half of signing in: an address, and the code that was mailed to it. */
export function SignInSteps({ wasIdle }: { wasIdle: boolean }) {
  const [email, setEmail] = useState<string | null>(null);
  return email === null ? (
    <EmailStep wasIdle={wasIdle} onSent={setEmail} />
  ) : (
    <CodeStep email={email} onOtherEmail={() => setEmail(null)} />
  );
}
