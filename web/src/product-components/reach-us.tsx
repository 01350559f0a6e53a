import { REACH_US } from '@domain/copy/reach-us.ts';
import { useCoach } from '@/lib/clinic/care-team.ts';
import { clinicSays, mailTo } from '@/lib/clinic/clinic.ts';
import { hoursWords } from '@/lib/clinic/hours-words.ts';
import { emergencyNumber } from '@/lib/clinic/emergency-call.ts';
import { telephone } from '@domain/coach/telephone.ts';

/** The clinic's numbers and hours from its settings, or how else to get help. */
export default function ReachUs({ className = '' }: { className?: string }) {
  const name = clinicSays('clinicName');
  const phone = clinicSays('clinicPhone');
  const hours = hoursWords();
  const emergency = emergencyNumber();
  const { email } = useCoach();
  return (
    <section aria-label={REACH_US.heading} className={`max-w-prose space-y-1 ${className}`}>
      {phone ? (
        <p>
          {name ? REACH_US.callClinic(name) : REACH_US.call} <Number>{phone}</Number>
          {hours && `, ${hours}`}.
        </p>
      ) : (
        <p>
          {REACH_US.write}{' '}
          <a href={mailTo(email, 'A question for my coach')} className="text-link wrap-anywhere">
            {email}
          </a>
          .
        </p>
      )}
      <p>
        {REACH_US.emergency}{' '}
        {emergency ? (
          <>
            {REACH_US.emergencyCall} <Number>{emergency}</Number>.
          </>
        ) : (
          REACH_US.noNumber
        )}
      </p>
    </section>
  );
}

const Number = ({ children }: { children: string }) => (
  <a href={telephone(children)} className="text-link whitespace-nowrap">
    {children}
  </a>
);
