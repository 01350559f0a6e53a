import { useLocation } from 'wouter';
import { PageHeading } from '@/components/page-heading.tsx';
import { Questionnaire } from '@/features/questionnaire/questionnaire.tsx';
import { useUser } from '@/lib/session.ts';
import type { PageProps } from '@/portal/pages.ts';

export default function OnboardingQuestionnaire({ title }: PageProps) {
  const { id } = useUser();
  const [, navigate] = useLocation();
  return (
    <div className="rise">
      <PageHeading intro="Please tell us a bit about yourself to help us personalize your experience.">
        {title}
      </PageHeading>
      <Questionnaire userId={id} onSaved={() => navigate('/overview')} />
    </div>
  );
}
