import { TextLink } from '@/components/action/link-button.tsx';
import { clinicSays, mailTo } from '@/lib/clinic/clinic.ts';

/** Support asks the care team, where an administrator and a clinician change it together. */
export const LostMailbox = () => (
  <p className="mt-6 text-small text-soft">
    If you can no longer get email at your current address, please{' '}
    <TextLink to={mailTo(clinicSays('supportEmail'), 'A question about my account')}>email Support</TextLink>.
    We’ll check that it’s you and change it, which takes three days.
  </p>
);
