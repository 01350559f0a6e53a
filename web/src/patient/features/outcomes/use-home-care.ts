import { useQuery } from '@tanstack/react-query';
import { isPlainlyInTreatment } from '@domain/care-state/plainly-in-treatment.ts';
import { surfacesOf, type Surfaces } from '@domain/care-state/surfaces.ts';
import type { Instant } from '@domain/time/instant.ts';
import type { Care, Loaded } from './care.ts';

type HomeCare = {
  /** Null while unknown, and for a patient who is simply in treatment. */
  care: Care | null;
  /** Null while unknown. */
  surfaces: Surfaces | null;
  isPending: boolean;
};

const IN_TREATMENT = surfacesOf({ state: 'treatment', afterLoss: false });

/**
 * Most patients on Home are in treatment and have never been in another state, so the rules and the other
 * states' cards load only for those who have.
 */
export function useHomeCare(loaded: Loaded, now: Instant): HomeCare {
  const isTreatment = isPlain(loaded);
  const rules = useQuery({
    queryKey: ['care-rules'],
    queryFn: () => import('./care.ts'),
    enabled: loaded.events !== undefined && !isTreatment,
    staleTime: Infinity,
  });
  if (isTreatment) return { care: null, surfaces: IN_TREATMENT, isPending: false };
  const care = rules.data?.careOf(loaded, now) ?? null;
  return { care, surfaces: care && care.surfaces, isPending: rules.isLoading };
}

/** Without results, the status decides. */
const isPlain = ({ results, events, status }: Loaded): boolean =>
  events !== undefined &&
  (results !== undefined || status === 'Active') &&
  isPlainlyInTreatment({ results: results ?? [], events });
