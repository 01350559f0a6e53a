import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { AccountSection } from './account-section.tsx';

/** The time zone this person sees in the workspace. */
export function TimeZone({ member }: { member: TeamSession }) {
  const now = useMinute();
  return (
    <AccountSection title="Time zone" about="The workspace shows times in this zone.">
      <p>{zoneName(member.timeZone, now)}</p>
    </AccountSection>
  );
}
