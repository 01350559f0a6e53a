import { isCapIn } from '@domain/treatment-day/treatment-day.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';
import { useCare } from '@/patient/use-care.ts';

/** Whether urgent advice speaks of a cap: where one is in, and wherever one may be. While nothing is known one may be. */
export function useCapAdvice(): boolean {
  const { care } = useCare();
  const isIn = isCapIn(useTreatmentDay(useUser().id));
  return isIn || (care?.surfaces.help.speaksOfCap ?? true);
}
