import { Logo } from '@/components/layout/logo.tsx';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { PrivacyPolicyText } from '@/patient/features/consent/privacy-policy.tsx';

const TITLE = 'Privacy Policy';

/** Open to everyone, signed in or not. */
export default function PrivacyPolicy() {
  useDocumentTitle(TITLE);
  return (
    <div className="mx-auto max-w-2xl px-5 pt-6 pb-24 sm:pt-8">
      <header>
        <Logo />
      </header>
      <main className="rise mt-10">
        <h1 className="mb-2 text-title sm:text-display">{TITLE}</h1>
        <p className="mb-6 text-soft">As of November 18, 2026</p>
        <PrivacyPolicyText />
      </main>
    </div>
  );
}
