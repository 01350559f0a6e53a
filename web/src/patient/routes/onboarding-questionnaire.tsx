import { useLocation } from 'wouter';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { draftQuery } from '@/patient/features/questionnaire/draft-query.ts';
import { answersQuery } from '@/patient/features/questionnaire/queries.ts';
import { Questionnaire } from '@/patient/features/questionnaire/questionnaire.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = ({ id }: SignedInUser) =>
  Promise.all([queryClient.prefetchQuery(answersQuery(id)), queryClient.prefetchQuery(draftQuery(id))]);

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
