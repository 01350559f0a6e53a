import { useQuery } from '@tanstack/react-query';
import { surfacesOf, type Surfaces } from '@domain/care-state/surfaces.ts';
import type { Instant } from '@domain/time/instant.ts';
import type { Care, Loaded } from './care.ts';

type HomeCare = {
  /** Null while it is not known, and for whoever is plainly in treatment. */
  care: Care | null;
  /** Null while it is not known. */
  surfaces: Surfaces | null;
  isPending: boolean;
};

const IN_TREATMENT = surfacesOf({ state: 'treatment', afterLoss: false });

/**
 * Home is where everybody arrives, and most of them are in treatment and have never been elsewhere. The rules, like the cards of
 * the other states, are loaded for those who have.
 */
export function useHomeCare(loaded: Loaded, now: Instant): HomeCare {
  const isPlain = isPlainlyInTreatment(loaded);
  const rules = useQuery({
    queryKey: ['care-rules'],
    queryFn: () => import('./care.ts'),
    enabled: loaded.events !== undefined && !isPlain,
    staleTime: Infinity,
  });
  if (isPlain) return { care: null, surfaces: IN_TREATMENT, isPending: false };
  const care = rules.data?.careOf(loaded, now) ?? null;
  return { care, surfaces: care && care.surfaces, isPending: rules.isLoading };
}

/** Nothing was told, and no test says anything but negative: by every rule that is treatment. */
const isPlainlyInTreatment = ({ results, events, status }: Loaded): boolean =>
  events?.length === 0 &&
  (results?.every(({ type, result }) => type !== 'PREGNANCY' || result === 'negative') ??
    status === 'Active');
