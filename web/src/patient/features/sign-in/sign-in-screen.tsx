import { lazy, Suspense, useState } from 'react';
import { Logo } from '@/components/layout/logo.tsx';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { useHydrated } from '@/components/layout/use-hydrated.ts';
import { hasDemo } from '@/lib/backend/config.ts';
import { codeSent, forgetCodeSent, keepCodeSent, type SentCode } from './code-sent.ts';
import { DawnPanel } from './dawn-panel.tsx';
import { EmailForm } from './email-form.tsx';

type Step = { name: 'email'; returning: boolean } | { name: 'code'; sent: SentCode };
type Props = {
  /** Whose session the link contains, masked. Null if none. */
  offeredEmail?: string | null;
  onDecline?: () => void;
  onCodeSent: () => void;
  onSignedIn: () => void;
};

const DemoDesk = lazy(() => import('@/product-components/demo-desk/demo-desk.tsx'));
const ContinueAs = lazy(() => import('./continue-as.tsx'));
/** Loads while the address is typed; see email-form.tsx. */
const CodeForm = lazy(() => import('./code-form.tsx'));

export function SignInScreen({ offeredEmail, onDecline, onCodeSent, onSignedIn }: Props) {
  const [chosen, setStep] = useState<Step | null>(null);
  const hydrated = useHydrated();
  // Not at first, because the build prerendered the page with the other step.
  const sent = hydrated ? codeSent() : null;
  const opening: Step = sent ? { name: 'code', sent } : { name: 'email', returning: false };
  const step = chosen ?? opening;
  useDocumentTitle('Log in');

  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="relative flex flex-col px-5 sm:px-10">
        <header className="pt-6 sm:pt-8">
          <Logo />
        </header>
        <main className="mx-auto flex w-full max-w-105 flex-1 flex-col justify-center pt-10 pb-[max(6rem,18vh)]">
          {offeredEmail ? (
            <Suspense>
              <ContinueAs
                maskedEmail={offeredEmail}
                onDecline={() => {
                  setStep({ name: 'email', returning: true });
                  onDecline?.();
                }}
              />
            </Suspense>
          ) : step.name === 'email' ? (
            <EmailForm
              returning={step.returning}
              onSignedIn={onSignedIn}
              onSent={(next) => {
                keepCodeSent(next);
                setStep({ name: 'code', sent: next });
                onCodeSent();
              }}
            />
          ) : (
            <Suspense>
              <CodeForm
                sent={step.sent}
                onSignedIn={() => {
                  forgetCodeSent();
                  onSignedIn();
                }}
                onOtherEmail={() => {
                  forgetCodeSent();
                  setStep({ name: 'email', returning: true });
                }}
              />
            </Suspense>
          )}
        </main>
        {hydrated && hasDemo() && (
          <Suspense>
            <DemoDesk />
          </Suspense>
        )}
      </div>
      <DawnPanel />
    </div>
  );
}
