import { PageHeading } from '@/components/layout/page-heading.tsx';
import { ApplicatorInstructions } from '@/patient/features/applicator-instructions/applicator-instructions.tsx';
import { BackLink } from '@/patient/features/applicator-instructions/back-link.tsx';
import type { PageProps } from '@/patient/pages.ts';

export default function ApplicatorInstructionsPage({ title }: PageProps) {
  return (
    <>
      <BackLink />
      <div className="mt-2">
        <PageHeading intro="Four steps, one applicator a day. Read them once before you begin.">
          {title}
        </PageHeading>
      </div>
      <ApplicatorInstructions />
    </>
  );
}
