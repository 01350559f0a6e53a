import { REACH_US } from '@domain/copy/reach-us.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { useCoach } from '@/lib/clinic/care-team.ts';
import { clinicSays, mailTo } from '@/lib/clinic/clinic.ts';
import { setClinicZone } from '@/lib/clinic/hours.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { emergencyNumber } from '@/lib/clinic/emergency-call.ts';
import { telephone } from '@domain/coach/telephone.ts';

/** The clinic's numbers and hours from its settings, or how else to get help. */
export default function ReachUs({ className = '' }: { className?: string }) {
  const phone = clinicSays('clinicPhone');
  const hours = clinicSays('clinicHours');
  const emergency = emergencyNumber();
  const { email } = useCoach();
  return (
    <section aria-label={REACH_US.heading} className={`max-w-prose space-y-1 ${className}`}>
      {phone ? (
        <p>
          {REACH_US.call} <Number>{phone}</Number>
          {hours && `, ${hours}${zoneElsewhere()}`}.
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

/** The clinic's zone, for someone who lives in another: its hours are its own. */
function zoneElsewhere(): string {
  const zone = setClinicZone();
  const now = Date.now();
  return zone && zoneName(zone, now) !== zoneName(shownZone(), now) ? ` (${zoneName(zone, now)})` : '';
}

const Number = ({ children }: { children: string }) => (
  <a href={telephone(children)} className="text-link whitespace-nowrap">
    {children}
  </a>
);
