import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '@/components/page-heading.tsx';
import { ChangeEmail } from '@/features/change-email/change-email.tsx';
import { ConsentSettings } from '@/features/consent/consent-settings.tsx';
import { consentHistoryQuery, consentsQuery } from '@/features/consent/queries.ts';
import { AccountDetails } from '@/features/customer/account-details.tsx';
import { customerQuery } from '@/features/customer/queries.ts';
import { DeleteAccount } from '@/features/leaving/delete-account.tsx';
import { LeavingBanner } from '@/features/leaving/leaving-banner.tsx';
import { leavingQuery } from '@/features/leaving/queries.ts';
import { remindersQuery } from '@/features/reminders/queries.ts';
import { ReminderChoices } from '@/features/reminders/reminder-choices.tsx';
import { AccountResults } from '@/features/results/account-results.tsx';
import { applicatorDaysQuery, resultsQuery } from '@/features/results/queries.ts';
import { Logout } from '@/features/waiting-entries/logout.tsx';
import { WaitingEntries } from '@/features/waiting-entries/waiting-entries.tsx';
import { YourData } from '@/features/your-data/your-data.tsx';
import { queryClient } from '@/lib/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/session.ts';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import type { PageProps } from '@/portal/pages.ts';

export const prefetch = ({ id }: SignedInUser) =>
  Promise.all([
    queryClient.prefetchQuery(customerQuery(id)),
    queryClient.prefetchQuery(resultsQuery(id)),
    queryClient.prefetchQuery(applicatorDaysQuery(id)),
    queryClient.prefetchQuery(leavingQuery(id)),
    queryClient.prefetchQuery(consentsQuery(id)),
    queryClient.prefetchQuery(consentHistoryQuery(id)),
    queryClient.prefetchQuery(remindersQuery(id)),
  ]);

export default function Account({ title }: PageProps) {
  const user = useUser();
  const { data: customer = null, error } = useQuery(customerQuery(user.id));
  useFailureToast(error, 'Failed to load customer information. Please try again later.');
  const { data: consents } = useQuery(consentsQuery(user.id));

  return (
    <>
      <PageHeading>{title}</PageHeading>
      <LeavingBanner userId={user.id} />
      <section className="rise rounded-card border border-line bg-card p-6 shadow-card sm:p-9">
        <AccountDetails customer={customer} email={user.email} />
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <ChangeEmail user={user} />
          <Logout />
        </div>
      </section>
      <div className="mt-6 space-y-6">
        <WaitingEntries />
        <AccountResults />
        <ReminderChoices userId={user.id} textsAllowed={consents?.sms_consent ?? false} />
        <ConsentSettings userId={user.id} />
        <YourData userId={user.id} />
        <DeleteAccount user={user} />
      </div>
    </>
  );
}
