import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Redirect } from 'wouter';
import { gate } from '@domain/onboarding/access-gate.ts';
import {
  accessQuery,
  isWithoutRecord,
  restedBefore,
  wasOver,
} from '@/patient/features/customer/access-query.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { publishUserLost, type SignedInUser } from '@/lib/backend/session.ts';
import { PagePlaceholder } from './page-placeholder.tsx';
import type { Page } from '@/patient/pages.ts';

type Props = { user: SignedInUser; page: Page; children: ReactNode };

/**
 * Leads patients to consent and walkthrough first, and people without a record to the right place. The server
 * protects the data, so any other failure of the check is only logged, and the page opens. It stays open
 * while the gate asks again, because someone may be typing into it.
 */
export function Gate({ user, page, children }: Props) {
  const { data, error, isPending } = useQuery(accessQuery(user.id));

  const [wasOpen, setWasOpen] = useState(false);
  const hasNoAccess = isWithoutRecord(error);
  if (!wasOpen && !isPending && !hasNoAccess) setWasOpen(true);

  useEffect(() => {
    if (hasNoAccess) publishUserLost(user);
    else if (error) logFailure('The access gate could not be checked', error);
  }, [error, hasNoAccess, user]);

  const isCalm = (data?.rests ?? restedBefore(user.id)) || wasOver(user.id);
  const calm = isCalm && <span hidden data-calm />;
  if (hasNoAccess || (isPending && !wasOpen))
    return (
      <>
        <PagePlaceholder path={page.path} />
        {calm}
      </>
    );
  const elsewhere = data && gate(data, page.path);
  if (elsewhere) return <Redirect to={elsewhere} replace />;
  return (
    <>
      {children}
      {/* Comes last, so that the page isn't affected when this changes. */}
      {calm}
    </>
  );
}
