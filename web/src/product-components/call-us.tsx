import { Phone } from 'lucide-react';
import { REACH_US } from '@domain/copy/reach-us.ts';
import { telephone } from '@domain/coach/telephone.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { hoursWords } from '@/lib/clinic/hours-words.ts';

/** Shows nothing if the clinic has no number. */
export function CallUs() {
  const phone = clinicSays('clinicPhone');
  return (
    phone && (
      <LinkButton to={telephone(phone)} look="outline">
        <Phone aria-hidden="true" strokeWidth={1.75} className="size-5" />
        Call {phone}
      </LinkButton>
    )
  );
}

/** When someone answers that number. */
export function PhoneHours() {
  const hours = hoursWords();
  return (
    clinicSays('clinicPhone') && hours && <p className="text-small text-soft">{REACH_US.hours(hours)}</p>
  );
}
