import { Phone } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { GET_HELP } from '@domain/copy/get-help.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { telephone } from '@/lib/clinic/telephone.ts';

/** Comes into sight and is read aloud at once, whether anything was sent or not. */
export function GetHelp() {
  const titleId = useId();
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not return.
    region.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const number = clinicSays('emergencyNumber');
  return (
    <section
      ref={region}
      aria-labelledby={titleId}
      className="scroll-my-24 rounded-card border-2 border-danger bg-learn-soft p-5 text-learn sm:p-6"
    >
      <h2 id={titleId} className="text-heading">
        {GET_HELP.heading}
      </h2>
      <p className="mt-2 text-lead font-semibold">{GET_HELP.call(number)}</p>
      {GET_HELP.paragraphs.map((words) => (
        <p key={words} className="mt-2">
          {words}
        </p>
      ))}
      {number && (
        <LinkButton to={telephone(number)} className="mt-5 w-full sm:w-auto">
          <Phone aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {GET_HELP.button(number)}
        </LinkButton>
      )}
    </section>
  );
}
