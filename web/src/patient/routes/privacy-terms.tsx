import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { hasConsented } from '@domain/onboarding/access-gate.ts';
import { WITHDRAWN } from '@domain/onboarding/withdrawn-words.ts';
import { TextLink } from '@/components/action/link-button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Notice } from '@/components/feedback/notice.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { ConsentForm } from '@/patient/features/consent/consent-form.tsx';
import { accessQuery } from '@/patient/features/customer/access-query.ts';
import { sendsTexts } from '@/lib/clinic/texts.ts';
import { useUser } from '@/lib/backend/session.ts';
import type { PageProps } from '@/patient/pages.ts';

/** Loaded on demand, because few patients withdraw their consent. */
const StaysOpen = lazy(() => import('@/patient/across-features/stays-open.tsx'));

export default function PrivacyTerms({ title }: PageProps) {
  const user = useUser();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { data: access, isFetched } = useQuery(accessQuery(user.id));

  function enter() {
    // The gate keeps the answer it already has.
    client.removeQueries({ queryKey: accessQuery(user.id).queryKey });
    if (access?.hasWithdrawn) toast(WITHDRAWN.back);
    navigate('/home', { replace: true });
  }

  if (!isFetched) return <LoadingBlock label="Loading....." lines={3} className="max-w-xl" />;
  const isIn = access !== undefined && hasConsented(access);
  const hasWithdrawn = access?.hasWithdrawn ?? false;
  const isFirst = !isIn && !hasWithdrawn;
  return (
    <div className="rise mx-auto w-full max-w-2xl">
      {isIn && (
        <p className="mb-3">
          <TextLink to="/home">Back to Home</TextLink>
        </p>
      )}
      <PageHeading
        {...(isFirst && { caption: 'Before you start' })}
        intro="To give you personalized fertility support, we need some personal information. You decide how we may use it."
      >
        {title}
      </PageHeading>
      {hasWithdrawn && <Notice>{WITHDRAWN.terms}</Notice>}
      <ConsentForm userId={user.id} isFirst={isFirst} sendsTexts={sendsTexts()} onSaved={enter}>
        <p className="mt-4 text-small text-soft wrap-anywhere">
          {`You’re signed in as ${user.email}. `}
          {isFirst && 'If you’d rather not agree now, log out above. Nothing is saved until you accept.'}
          {isIn && (
            <>
              You can withdraw your consent on <TextLink to="/account">My Account</TextLink>.
            </>
          )}
        </p>
        {hasWithdrawn && (
          <Suspense fallback={<LoadingBlock lines={4} className="mt-10" />}>
            <StaysOpen user={user} />
          </Suspense>
        )}
      </ConsentForm>
    </div>
  );
}
