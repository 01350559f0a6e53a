import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { signsAfterLoss } from '@domain/copy/emergency-signs.ts';
import { LOSS_MENTIONED } from '@domain/copy/loss-mentioned.ts';
import { isCapIn } from '@domain/treatment-day/treatment-day.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { UrgentSigns } from '@/components/feedback/urgent-signs.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { emergencyCall } from '@/lib/clinic/emergency-call.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';
import { CallUs } from '@/patient/features/outcomes/talk-to-us.tsx';
import { pregnancyQuery } from './cap-advice-query.ts';

/** Next to words of a loss: when not to wait, whom to call, and how to report it. It prevents nothing. */
export default function LossMentioned({ isSent = false }: { isSent?: boolean }) {
  const titleId = useId();
  const { id } = useUser();
  const signs = signsAfterLoss(isCapIn(useTreatmentDay(id)));
  const isReported = useQuery(pregnancyQuery(id)).data === 'ended';
  return (
    <section
      aria-labelledby={titleId}
      className="scroll-my-24 space-y-4 rounded-card bg-sage-soft p-5 text-sage sm:p-6"
    >
      <div>
        <h2 id={titleId} className="text-heading">
          {LOSS_MENTIONED.heading}
        </h2>
        <p className="mt-2">{isSent ? LOSS_MENTIONED.sent : LOSS_MENTIONED.words}</p>
      </div>
      <UrgentSigns {...signs} call={emergencyCall()} />
      {!isReported && <p>{LOSS_MENTIONED.report}</p>}
      <div className="flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
        <CallUs />
        {!isReported && (
          <LinkButton to="/pregnancy-has-ended" look="outline" className="bg-card">
            {LOSS_MENTIONED.link}
          </LinkButton>
        )}
      </div>
    </section>
  );
}
