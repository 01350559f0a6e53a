import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHeading } from '@/components/page-heading.tsx';
import { Button } from '@/components/ui/button.tsx';
import { AccountDetails } from '@/features/customer/account-details.tsx';
import { customerQuery } from '@/features/customer/queries.ts';
import { useUser } from '@/lib/session.ts';
import { signOut } from '@/lib/supabase.ts';
import type { PageProps } from '@/portal/pages.ts';

export default function Account({ title }: PageProps) {
  const user = useUser();
  const { data: customer = null } = useQuery(customerQuery(user.id));
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
    </>
  );
}
