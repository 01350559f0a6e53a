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
 * Sends patients to consent and walkthrough first, and someone who has no record to where they belong. The
 * server protects the data, so a check that fails otherwise only goes to the log. A page that such a check
 * opened stays while the gate is asked again, because someone may be typing into it.
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
      {/* Last, so that the page stays as it is when this changes. */}
      {calm}
    </>
  );
}
