import { GoButton } from '@/components/action/go-button.tsx';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { clinicSays } from '@/lib/clinic/clinic.ts';

/** What the phase of the coach talk offers besides its actions. */
export function CoachTalk() {
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-3">
        <GoButton to="/schedule?appointmentType=meet-your-clinical-coach">Schedule a video call</GoButton>
        <LinkButton look="outline" to={`mailto:${clinicSays('coachEmail')}`}>
          Email
        </LinkButton>
      </div>
      <p className="text-soft">
        You have unlimited access to your coach. Find them any time in{' '}
        <TextLink to="/support">My Coach</TextLink>.
      </p>
    </div>
  );
}
