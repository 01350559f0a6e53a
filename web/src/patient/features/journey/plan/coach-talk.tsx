import { GoButton } from '@/components/action/go-button.tsx';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { useCoach } from '@/lib/clinic/care-team.ts';

/** What the phase of the coach call offers in addition to its actions. */
export function CoachTalk() {
  const { email } = useCoach();
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-3">
        <GoButton to="/schedule?appointmentType=meet-your-clinical-coach">Schedule a video call</GoButton>
        <LinkButton look="outline" to={`mailto:${email}`}>
          Email
        </LinkButton>
      </div>
      <p className="text-soft">
        You have unlimited access to your coach. Find them anytime in{' '}
        <TextLink to="/support">My Coach</TextLink>.
      </p>
    </div>
  );
}
