import { Video } from 'lucide-react';
import { AFTER_LOSS } from '@domain/copy/outcomes.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { CallUs } from '@/product-components/call-us.tsx';

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
