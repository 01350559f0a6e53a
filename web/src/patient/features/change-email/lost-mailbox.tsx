import { TextLink } from '@/components/action/link-button.tsx';
import { clinicSays, mailTo } from '@/lib/clinic/clinic.ts';

/** Only the patient can change the address, so this promises a conversation and nothing else. */
export const LostMailbox = () => (
  <p className="mt-6 text-small text-soft">
    If you can no longer get email at your current address, you can’t change it here. Please{' '}
    <TextLink to={mailTo(clinicSays('supportEmail'), 'A question about my account')}>email Support</TextLink>,
    and we’ll go over your options.
  </p>
);
