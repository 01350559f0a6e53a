import { CHANGED } from '@domain/copy/outcomes.ts';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import { Changes } from '@/patient/features/outcomes/changes.tsx';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = prefetchCare;

export default function SomethingHasChanged({ title }: PageProps) {
  const { care, isPending } = useCare();
  // After an unclear test alone, no pregnancy was found.
  const mayHaveEnded = care?.state !== 'unsure' || care.afterPositive || care.afterLoss;
  return (
    <>
      <PageHeading intro={CHANGED.intro}>{title}</PageHeading>
      {isPending ? <LoadingBlock lines={4} /> : <Changes mayHaveEnded={mayHaveEnded} />}
    </>
  );
}
