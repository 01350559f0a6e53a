import { FEELING } from '@domain/copy/feeling.ts';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { FeelingForm } from '@/patient/features/feeling/feeling-form.tsx';
import { useCapAdvice } from '@/patient/use-cap-advice.ts';
import type { PageProps } from '@/patient/pages.ts';

export default function Feeling({ title }: PageProps) {
  return (
    <>
      <PageHeading intro={FEELING.intro}>{title}</PageHeading>
      <FeelingForm speaksOfCap={useCapAdvice()} />
    </>
  );
}
