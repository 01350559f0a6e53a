import { Phone, Video } from 'lucide-react';
import { AFTER_LOSS } from '@domain/copy/outcomes.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { telephone } from '@domain/coach/telephone.ts';

/** A call with a person: booked, or right away if the clinic has a number. */
export function TalkToUs() {
  return (
    <>
      <GoButton to="/schedule?appointmentType=clinical-coach-support-call">
        <Video aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {AFTER_LOSS.call}
      </GoButton>
      <CallUs />
    </>
  );
}

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
