import { Phone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FEELING_NOT_SENT } from '@domain/copy/feeling.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import ReachUs from '@/product-components/reach-us.tsx';
import { telephone } from '@domain/coach/telephone.ts';

/** Scrolls to the middle of the screen, away from messages at its edges. */
export function NotSent() {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, but an effect must not.
    words.current?.scrollIntoView({ block: 'center' });
  }, []);
  const phone = clinicSays('clinicPhone');
  return (
    <div ref={words}>
      <Notice tone="warning">
        <p className="text-lead font-semibold">{FEELING_NOT_SENT.heading}</p>
        <p className="mt-1">{FEELING_NOT_SENT.text}</p>
        {phone && (
          <LinkButton to={telephone(phone)} look="outline" className="mt-4 bg-card">
            <Phone aria-hidden="true" strokeWidth={1.75} className="size-5" />
            Call {phone}
          </LinkButton>
        )}
        <ReachUs className="mt-4" />
      </Notice>
    </div>
  );
}
