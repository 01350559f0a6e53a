import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Redirect } from 'wouter';
import { gate } from '@domain/onboarding/access-gate.ts';
import { accessQuery } from '@/features/access/queries.ts';
import { logFailure } from '@/lib/log.ts';
import type { SignedInUser } from '@/lib/session.ts';
import { PagePlaceholder } from './page-placeholder.tsx';
import type { Page } from './pages.ts';

type Props = { user: SignedInUser; page: Page; children: ReactNode };

/** Sends patients to consent and walkthrough first. The server protects the data, so a failed check only goes to the log. */
export function Gate({ user, page, children }: Props) {
  const { data, error, isPending } = useQuery(accessQuery(user.id));

  useEffect(() => {
    if (error) logFailure('The access gate could not be checked', error);
  }, [error]);

  if (isPending) return <PagePlaceholder path={page.path} />;
  const elsewhere = data && gate(data);
  return elsewhere ? <Redirect to={elsewhere} replace /> : children;
}
