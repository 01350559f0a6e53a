import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHeading } from '@/components/page-heading.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConsentSettings } from '@/features/consent/consent-settings.tsx';
import { AccountDetails } from '@/features/customer/account-details.tsx';
import { customerQuery } from '@/features/customer/queries.ts';
import { AccountResults } from '@/features/results/account-results.tsx';
import { applicatorDaysQuery, resultsQuery } from '@/features/results/queries.ts';
import { WaitingEntries } from '@/features/waiting-entries/waiting-entries.tsx';
import { queryClient } from '@/lib/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/session.ts';
import { signOut } from '@/lib/supabase.ts';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import type { PageProps } from '@/portal/pages.ts';

export function prefetch({ id }: SignedInUser): void {
  void queryClient.prefetchQuery(customerQuery(id));
  void queryClient.prefetchQuery(resultsQuery(id));
  void queryClient.prefetchQuery(applicatorDaysQuery(id));
}

export default function Account({ title }: PageProps) {
  const user = useUser();
  const { data: customer = null, error } = useQuery(customerQuery(user.id));
  useFailureToast(error, 'Failed to load customer information. Please try again later.');
  const [leaving, setLeaving] = useState(false);

  function logout() {
    setLeaving(true);
    // The guard follows the session to /auth.
    void signOut().finally(() => setLeaving(false));
  }

  return (
    <>
      <PageHeading>{title}</PageHeading>
      <section className="rise rounded-card border border-line bg-card p-6 shadow-card sm:p-9">
        <AccountDetails customer={customer} email={user.email} />
        <Button look="outline" busy={leaving} className="mt-8" onClick={logout}>
          Logout
        </Button>
      </section>
      <div className="mt-6 space-y-6">
        <WaitingEntries />
        <AccountResults />
        <ConsentSettings userId={user.id} />
      </div>
    </>
  );
}
