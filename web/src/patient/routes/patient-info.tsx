import { useQuery } from '@tanstack/react-query';
import type { Consents } from '@domain/onboarding/consent.ts';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { Card } from '@/components/layout/card.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { CONSENT_NAMES } from '@domain/onboarding/consent-words.ts';
import { consentsQuery } from '@/patient/features/consent/queries.ts';
import { IdentityCard } from '@/patient/features/identity/identity-card.tsx';
import { ownIdentityQuery } from '@/patient/features/identity/queries.ts';
import { KitCard } from '@/patient/features/kit/kit-card.tsx';
import { ownKitQuery } from '@/patient/features/kit/queries.ts';
import { AnswersSummary, ConsentsSummary } from '@/patient/features/patient-info/summary.tsx';
import { draftQuery } from '@/patient/features/questionnaire/draft-query.ts';
import { answersQuery } from '@/patient/features/questionnaire/queries.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = ({ id }: SignedInUser) =>
  Promise.all([
    queryClient.prefetchQuery(answersQuery(id)),
    queryClient.prefetchQuery(draftQuery(id)),
    queryClient.prefetchQuery(consentsQuery(id)),
    queryClient.prefetchQuery(ownKitQuery(id)),
    queryClient.prefetchQuery(ownIdentityQuery(id)),
  ]);

export default function PatientInfo({ title }: PageProps) {
  const { id } = useUser();
  const answers = useQuery(answersQuery(id));
  const draft = useQuery(draftQuery(id));
  const consents = useQuery(consentsQuery(id));
  const kit = useQuery(ownKitQuery(id));
  const identity = useQuery(ownIdentityQuery(id));
  const error = answers.error ?? consents.error ?? kit.error ?? identity.error;
  useFailureToast(error, 'Failed to load your saved information.');
  return (
    <div className="max-w-3xl">
      <PageHeading intro="Your answers, and what you agreed to.">{title}</PageHeading>
      <div className="rise flex flex-col gap-6">
        <Card
          title="Your answers"
          action={
            <LinkButton to="/onboarding-questionnaire" look="outline">
              Edit
            </LinkButton>
          }
        >
          {answers.isLoading && <LoadingBlock lines={4} />}
          {answers.data && <AnswersSummary answers={answers.data.form} />}
          {answers.data === null && !draft.isLoading && (
            <p className="text-soft">
              {draft.data
                ? 'You’ve started the questionnaire. Your answers so far are saved, and only you can see them.'
                : 'You haven’t filled out the questionnaire yet.'}
            </p>
          )}
          {answers.error && <CannotShow what="answers" />}
        </Card>
        {!answers.isLoading && kit.data && <KitCard userId={id} kit={kit.data} />}
        {/* Waits for the content above, which would otherwise move it. */}
        {!answers.isLoading && !kit.isLoading && (
          <Card title="Your consents">
            {consents.isLoading && <LoadingBlock lines={3} />}
            {consents.data && <ConsentsSummary consents={named(consents.data)} />}
            {(consents.error ?? consents.data === null) && <CannotShow what="consents" />}
          </Card>
        )}
        {!answers.isLoading && !kit.isLoading && !consents.isLoading && identity.data && (
          <IdentityCard userId={id} identity={identity.data} />
        )}
      </div>
    </div>
  );
}

const CannotShow = ({ what }: { what: string }) => (
  <p className="text-soft">Your {what} can’t be shown right now. Please try again later.</p>
);

const named = (consents: Consents) =>
  (Object.keys(CONSENT_NAMES) as (keyof Consents)[]).map((key) => ({
    name: CONSENT_NAMES[key],
    given: consents[key],
  }));
