import { PageHeading } from '@/components/layout/page-heading.tsx';
import { PauseForm } from '@/patient/features/outcomes/pause-form.tsx';
import { UnlessRefused } from '@/patient/features/outcomes/unless-refused.tsx';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = prefetchCare;

export default function Pause({ title }: PageProps) {
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <UnlessRefused kind="pause" title={title} {...useCare()}>
        <PauseForm />
      </UnlessRefused>
    </>
  );
}
