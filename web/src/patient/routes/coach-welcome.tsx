import { useQuery } from '@tanstack/react-query';
import { COACH_WELCOME } from '@domain/copy/coach-welcome.ts';
import { Picture } from '@/components/art/picture.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { COACH } from '@/lib/clinic/care-team.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = ({ id }: SignedInUser) => queryClient.prefetchQuery(customerQuery(id));

/** For clinics without a film: the coach's portrait, and a letter. */
export default function CoachWelcome({ title }: PageProps) {
  const { data: customer, isLoading } = useQuery(customerQuery(useUser().id));
  const isKnown = customer !== undefined;
  return (
    <div className="max-w-3xl">
      <PageHeading>{title}</PageHeading>
      <Card className="rise">
        <div className="flex flex-col gap-6 sm:p-2 lg:flex-row lg:gap-8">
          {/* Where it is not known who the coach is, nobody is named. */}
          {(isKnown || isLoading) && (
            <div className="size-28 shrink-0 sm:size-36">
              {isKnown && <Picture name={COACH.picture} className="size-full rounded-full" />}
            </div>
          )}
          <div className="max-w-prose space-y-4 text-lead">
            <p className="font-display text-heading">{COACH_WELCOME.greeting}</p>
            {COACH_WELCOME.paragraphs.map((words) => (
              <p key={words}>{words}</p>
            ))}
            <p>{COACH_WELCOME.closing}</p>
            <p>
              {(isKnown || isLoading) && (
                <span className="block min-h-lh font-semibold wrap-anywhere">
                  {isKnown && (customer?.coach?.name ?? COACH.name)}
                </span>
              )}
              <span className="block text-base text-soft">{COACH.label}</span>
            </p>
          </div>
        </div>
      </Card>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <LinkButton to="/overview">Look through your plan</LinkButton>
        <LinkButton to="/home" look="outline">
          Back to Home
        </LinkButton>
      </div>
    </div>
  );
}
