import { PageHeading } from '@/components/layout/page-heading.tsx';
import { StopForm } from '@/patient/features/outcomes/stop-form.tsx';
import { UnlessRefused } from '@/patient/features/outcomes/unless-refused.tsx';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = prefetchCare;

export default function Stop({ title }: PageProps) {
  const care = useCare();
  return (
    <>
      <PageHeading hidden="always">{title}</PageHeading>
      <UnlessRefused kind="stop" title={title} {...care}>
        <StopForm stopToUndo={care.care?.stopToUndo ?? null} />
      </UnlessRefused>
    </>
  );
}
