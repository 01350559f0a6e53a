import { Notice } from '@/components/feedback/notice.tsx';
import { clinicSays, mailTo } from '@/lib/clinic/clinic.ts';
import { telephone } from '@domain/coach/telephone.ts';

/** Stays when the toast is gone. */
export default function WhomToAsk() {
  const phone = clinicSays('clinicPhone');
  return (
    <div className="mt-6">
      <Notice>
        <p className="font-semibold">We don’t have an invitation for this address.</p>
        <p className="mt-1">
          Check for typos, or use the address your clinic invited. To ask for an invitation,{' '}
          {phone ? (
            <>
              call{' '}
              <a href={telephone(phone)} className="text-link whitespace-nowrap">
                {phone}
              </a>
            </>
          ) : (
            <>
              write to{' '}
              <a
                href={mailTo(clinicSays('supportEmail'), 'My invitation')}
                className="text-link wrap-anywhere"
              >
                {clinicSays('supportEmail')}
              </a>
            </>
          )}
          .
        </p>
      </Notice>
    </div>
  );
}
