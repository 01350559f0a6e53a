import { STILL_OPEN } from '@domain/copy/still-open.ts';
import { FEELING_TITLE } from '@domain/copy/words.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { DeleteAccount } from '@/patient/features/leaving/delete-account.tsx';
import EmailChangeBanner from '@/patient/features/change-email/email-change-banner.tsx';
import LeavingBanner from '@/patient/features/leaving/leaving-banner.tsx';
import { YourData } from '@/patient/features/your-data/your-data.tsx';

/** For a patient who withdrew consent: a cap may be in, and their data and account are theirs. */
export default function StaysOpen({ user }: { user: SignedInUser }) {
  return (
    <div className="mt-10 space-y-6">
      <section aria-label={STILL_OPEN.heading}>
        <Notice>
          <h2 className="font-semibold">{STILL_OPEN.heading}</h2>
          <p className="mt-1">{STILL_OPEN.words}</p>
        </Notice>
        <div className="mt-4 flex flex-wrap gap-2.5">
          <LinkButton to="/treatment-day" look="outline">
            {STILL_OPEN.cap}
          </LinkButton>
          <LinkButton to="/feeling" look="outline">
            {FEELING_TITLE}
          </LinkButton>
        </div>
      </section>
      <EmailChangeBanner userId={user.id} />
      <LeavingBanner userId={user.id} />
      <YourData userId={user.id} />
      <DeleteAccount user={user} />
    </div>
  );
}
