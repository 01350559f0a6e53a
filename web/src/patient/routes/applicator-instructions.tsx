import { PageHeading } from '@/components/layout/page-heading.tsx';
import { ApplicatorInstructions } from '@/patient/features/applicator-instructions/applicator-instructions.tsx';
import { BackLink } from '@/patient/features/applicator-instructions/back-link.tsx';
import { useSession } from '@/lib/backend/session.ts';
import { useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export default function ApplicatorInstructionsPage({ title }: PageProps) {
  return (
    <>
      <BackLink />
      <div className="mt-2">
        <PageHeading intro="Four steps, one applicator a day. Read them before you begin.">
          {title}
        </PageHeading>
      </div>
      {useSession().user ? <AsTheyAre /> : <ApplicatorInstructions asks />}
    </>
  );
}

/**
 * Outside treatment nothing asks for an applicator. While the state is unknown, for example offline, the page
 * is complete.
 */
function AsTheyAre() {
  const { care } = useCare();
  return <ApplicatorInstructions asks={care?.surfaces.plan.asks ?? true} />;
}
