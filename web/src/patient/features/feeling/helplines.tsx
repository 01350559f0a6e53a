import { helplinesOf } from '@domain/coach/helplines.ts';
import { HARD_TIME } from '@domain/copy/hard-time.ts';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { zoneOfNumbers } from '@/lib/clinic/emergency-call.ts';
import { telephone } from '@domain/coach/telephone.ts';

/** Helplines to call or text: the clinic's own, if it has set any. Shows nothing if none is known. */
export function Helplines() {
  const lines = helplinesOf(clinicSays('helplines'), zoneOfNumbers());
  if (lines.length === 0) return null;
  return (
    <section aria-label={HARD_TIME.lines}>
      <h3 className="font-sans font-semibold tracking-normal">{HARD_TIME.lines}</h3>
      <ul className="mt-2 space-y-3">
        {lines.map(({ name, number, text, about }) => (
          <li key={name}>
            <p className="font-semibold">{name}</p>
            {about && <p className="text-small">{about}</p>}
            <p className="mt-0.5 flex flex-wrap gap-x-5">
              <a href={telephone(number)} className="text-link inline-block py-1.5">
                Call {number}
              </a>
              {text && (
                <a href={`sms:${text.replaceAll('-', '')}`} className="text-link inline-block py-1.5">
                  Text {text}
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
