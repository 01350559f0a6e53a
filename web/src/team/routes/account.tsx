import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { AccountSection } from '@/team/features/account/account-section.tsx';
import { BusyTimes } from '@/team/features/account/busy-times.tsx';
import { CalendarFeed } from '@/team/features/account/calendar-feed.tsx';
import { SignInApp } from '@/team/features/account/sign-in-app.tsx';
import { TimeZone } from '@/team/features/account/time-zone.tsx';
import { SavedReplies } from '@/team/features/replies/saved-replies.tsx';
import { NotificationSwitch } from '@/team/features/today/notification-switch.tsx';

/** Each team member's own settings. */
export default function Account({ member }: { member: TeamSession }) {
  useDocumentTitle('Your account');
  return (
    <div className="dense">
      <h1 className="text-title">Your account</h1>
      <p className="mt-1 text-small text-soft">
        {member.name}, {member.role}
      </p>
      <div className="mt-4 grid max-w-200 gap-5">
        <TimeZone member={member} />
        <AccountSection
          title="Notifications"
          about="This browser can tell you about new items. Notifications never name a patient."
        >
          <NotificationSwitch />
        </AccountSection>
        {member.role !== 'administrator' && <CalendarFeed member={member} />}
        {member.role !== 'administrator' && <BusyTimes member={member} />}
        {member.role !== 'administrator' && <SavedReplies whose="own" />}
        <SignInApp member={member} />
      </div>
    </div>
  );
}
