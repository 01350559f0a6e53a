import { useQuery } from '@tanstack/react-query';
import { COACH_WELCOME, WELCOME_FILM_SIZE } from '@domain/copy/coach-welcome.ts';
import { Face } from '@/components/art/face.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { coachOf } from '@/lib/clinic/care-team.ts';
import { useOwnCoach } from '@/lib/clinic/use-own-coach.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = ({ id }: SignedInUser) => queryClient.prefetchQuery(customerQuery(id));

/**
 * For clinics without a video: a film with the portal's pictures, and the same words as a letter from the
 * coach.
 */
export default function CoachWelcome({ title }: PageProps) {
  const { data: customer, isLoading } = useQuery(customerQuery(useUser().id));
  const own = useOwnCoach();
  const coach = coachOf(customer ? customer.coach : own);
  const isKnown = customer !== undefined || own !== null;
  return (
    <div className="max-w-xl">
      <PageHeading>{title}</PageHeading>
      <Card picture={<Film />} title={COACH_WELCOME.inWords} className="rise">
        <div className="max-w-prose space-y-4 text-lead">
          <p className="font-semibold">{COACH_WELCOME.greeting}</p>
          {COACH_WELCOME.paragraphs.map((words) => (
            <p key={words}>{words}</p>
          ))}
          <p>{COACH_WELCOME.closing}</p>
          <div className="flex items-center gap-4">
            {/* While the coach is unknown, no one is named. */}
            {(isKnown || isLoading) && (
              <div className="size-16 shrink-0">{isKnown && <Face {...coach} className="size-full" />}</div>
            )}
            <p>
              {(isKnown || isLoading) && (
                <span className="block min-h-lh font-semibold wrap-anywhere">{isKnown && coach.name}</span>
              )}
              <span className="block text-base text-soft">{coach.label}</span>
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

/**
 * Silent, with its words in the picture. It only starts when pressed, so it doesn't move for people who don't
 * want that.
 */
const Film = () => (
  <video
    controls
    muted
    playsInline
    preload="none"
    poster="/video/welcome.jpg"
    {...WELCOME_FILM_SIZE}
    aria-label={COACH_WELCOME.filmLabel}
    className="block h-auto w-full bg-stage"
  >
    {/* The format that every phone plays comes first. */}
    <source src="/video/welcome.mp4" type="video/mp4" />
    <source src="/video/welcome.webm" type="video/webm" />
  </video>
);
