import { useQuery } from '@tanstack/react-query';
import { isCliniciansStep } from '@domain/coach/care-person.ts';
import { currentStep } from '@domain/journey/current.ts';
import type { Progress } from '@domain/journey/progress.ts';
import { Card } from '@/components/layout/card.tsx';
import { CarePersonCard } from '@/patient/features/care-team/care-person-card.tsx';
import { clinicianQuery } from '@/patient/features/care-team/queries.ts';
import type { Customer } from '@/patient/features/customer/queries.ts';
import { coachOf } from '@/lib/clinic/care-team.ts';
import { useOwnCoach } from '@/lib/clinic/use-own-coach.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';

type Props = {
  /** Undefined while unknown. */
  record: Customer | null | undefined;
  progress: Progress | null;
  asks: boolean;
  /** Undefined while loading. */
  callsHeld: readonly string[] | undefined;
  isHeld: boolean;
  isFirstStage: boolean;
};

/** Home's care card: the clinician while the plan's next step is theirs, otherwise the coach. */
export default function CareCard({ record, progress, asks, callsHeld, isHeld, isFirstStage }: Props) {
  const own = useOwnCoach();
  const phaseId = progress && (currentStep(progress)?.phase.id ?? null);
  const isClinicians = isCliniciansStep({ phaseId, callsHeld: callsHeld ?? [], asks, isHeld });
  const clinician = useQuery({ ...clinicianQuery(useUser().id), enabled: isClinicians });
  useFailureLog(clinician.error, 'The clinician did not load');

  // A coach who may not be the patient's must not be shown.
  if (record === undefined && !own) return null;
  // Waits, so that the card doesn't show one person and then another.
  if (isClinicians && (callsHeld === undefined || clinician.isLoading)) return <Card className="min-h-28" />;
  if (isClinicians && clinician.data) {
    const person = { label: 'Your Fertility Clinician', ...clinician.data } as const;
    return <CarePersonCard person={person} withBio={false} withContact={!isFirstStage} />;
  }
  const coach = coachOf(record ? record.coach : own);
  return (
    <CarePersonCard person={coach} withBio={false} withLabel={!isFirstStage} withContact={!isFirstStage} />
  );
}
