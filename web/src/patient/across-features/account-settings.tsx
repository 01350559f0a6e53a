import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { CardGroup } from '@/components/layout/card-group.tsx';
import { ConsentSettings } from '@/patient/features/consent/consent-settings.tsx';
import { consentsQuery } from '@/patient/features/consent/queries.ts';
import { AboutYou } from '@/patient/features/customer/about-you.tsx';
import { accessQuery } from '@/patient/features/customer/access-query.ts';
import { DeleteAccount } from '@/patient/features/leaving/delete-account.tsx';
import { PhoneNumber } from '@/patient/features/phone-number/phone-number.tsx';
import { ReminderChoices } from '@/patient/features/reminders/reminder-choices.tsx';
import { TimeZone } from '@/patient/features/time-zone/time-zone.tsx';
import { YourData } from '@/patient/features/your-data/your-data.tsx';
import { sendsTexts } from '@/lib/clinic/texts.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';

const CalendarFeedCard = lazy(() => import('@/patient/features/calendar-feed/calendar-feed-card.tsx'));
const Passkeys = lazy(() => import('@/patient/features/passkeys/passkeys.tsx'));

type Props = {
  user: SignedInUser;
  /** Undefined while unknown. */
  isInTreatment: boolean | undefined;
};

/** My Account below the results, in one chunk. */
export default function AccountSettings({ user, isInTreatment }: Props) {
  const { data: consents } = useQuery(consentsQuery(user.id));
  const [, navigate] = useLocation();
  const textsAreOn = sendsTexts();
  return (
    <>
      <CardGroup title="Messages and privacy">
        <TimeZone userId={user.id} />
        <PhoneNumber userId={user.id} sendsTexts={textsAreOn} />
        <ReminderChoices
          userId={user.id}
          sendsTexts={textsAreOn}
          textsAllowed={consents?.sms_consent ?? false}
          isInTreatment={isInTreatment}
        />
        <ConsentSettings
          userId={user.id}
          sendsTexts={textsAreOn}
          onWithdrawn={() => {
            queryClient.removeQueries({ queryKey: accessQuery(user.id).queryKey });
            navigate('/privacy-terms', { replace: true });
          }}
        />
      </CardGroup>
      <CardGroup title="Your calls">
        <Suspense>
          <CalendarFeedCard userId={user.id} />
        </Suspense>
      </CardGroup>
      <Suspense>
        <Passkeys userId={user.id} />
      </Suspense>
      <CardGroup title="Your information">
        <AboutYou />
        <YourData userId={user.id} />
        <DeleteAccount user={user} />
      </CardGroup>
    </>
  );
}
