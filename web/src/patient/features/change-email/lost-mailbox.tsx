import { TextLink } from '@/components/action/link-button.tsx';
import { clinicSays, mailTo } from '@/lib/clinic/clinic.ts';

/** Nobody but the patient changes the address, so this promises a conversation and nothing more. */
export const LostMailbox = () => (
  <p className="mt-6 text-small text-soft">
    If you can no longer read mail at your current address, you cannot change it here. Please{' '}
    <TextLink to={mailTo(clinicSays('supportEmail'), 'A question about my account')}>email Support</TextLink>,
    and we will talk through what is possible.
  </p>
);
