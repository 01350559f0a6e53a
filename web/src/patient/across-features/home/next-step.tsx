import { lazy, Suspense, useEffect, useState } from 'react';
import { NEXT_STEP } from '@domain/copy/next-step.ts';
import type { NextStepAction } from '@domain/next-step/facts.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { weekdayAndDay } from '@/lib/dates/dates.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import AsOf from '@/product-components/as-of.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { whenIdle } from '@/lib/live/when-idle.ts';
import LeavingBanner from '@/patient/features/leaving/leaving-banner.tsx';
import NewMessage from '@/patient/features/messages/new-message.tsx';
import { useNextStep } from './use-next-step.ts';

const EmailChangeBanner = lazy(() => import('@/patient/features/change-email/email-change-banner.tsx'));
const OpenReportNote = lazy(() => import('./open-report.tsx'));
const PlanAct = lazy(() => import('@/patient/features/journey/marking/plan-act.tsx'));

/** The top of Home: the date, one sentence about it, and at most one action. */
export default function NextStep() {
  const user = useUser();
  const facts = useNextStep();
  // Few patients are deleting their account, so this is requested after everything else.
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(queryClient, () => setIsIdle(true)), []);
  return (
    <div className="flex w-full flex-col">
      {isIdle && <NewMessage userId={user.id} />}
      {isIdle && (
        <Suspense>
          <OpenReportNote userId={user.id} now={facts.now} />
        </Suspense>
      )}
      <div className="px-5 pt-5 empty:hidden sm:px-6">
        {isIdle && (
          <Suspense>
            <EmailChangeBanner userId={user.id} />
          </Suspense>
        )}
        {isIdle && <LeavingBanner userId={user.id} />}
      </div>
      <Sentence {...facts} />
    </div>
  );
}

function Sentence({ today, now, knownAt }: ReturnType<typeof useNextStep>) {
  return (
    <section
      aria-label={NEXT_STEP.heading}
      className={`relative flex w-full flex-1 flex-col gap-4 p-5 sm:p-6 lg:flex-row lg:items-center lg:gap-8 ${
        today?.isUrgent ? 'bg-learn-soft' : ''
      }`}
    >
      <LowSun className={today && !today.action ? 'h-28' : 'h-20'} />
      {/* Rendered all at once, because the heading would move when the words arrive. */}
      <div className="relative min-w-0 flex-1">
        {today ? (
          <>
            <div className="flex flex-wrap gap-x-2">
              <h2 className="caption">{NEXT_STEP.heading}</h2>
              <p className="caption font-normal">{weekdayAndDay(now)}</p>
              {knownAt !== null && <AsOf at={knownAt} unknown="" className="caption font-normal" />}
            </div>
            <p className="mt-1.5 max-w-prose font-display text-lead font-medium text-pretty lg:text-heading">
              {today.sentence}
            </p>
          </>
        ) : (
          <LoadingBlock lines={1} />
        )}
      </div>
      {today?.action && <Action {...today.action} />}
    </section>
  );
}

const place = 'relative self-start lg:self-center';

function Action({ label, path, act, opens }: NextStepAction) {
  const link = (
    <LinkButton to={path} newTab={path.startsWith('http')} className={place}>
      {label}
    </LinkButton>
  );
  return act ? (
    <Suspense fallback={link}>
      <PlanAct act={act} label={label} opens={opens} className={place} />
    </Suspense>
  ) : (
    link
  );
}

/** A picture of the hour before sunrise, at the edge of the card. */
const LowSun = ({ className }: { className: string }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 120 80"
    className={`pointer-events-none absolute right-0 bottom-0 lg:hidden ${className}`}
  >
    <circle cx="84" cy="62" r="22" className="fill-sun/70" />
    <path d="M0 80q60-34 120-12v12z" className="fill-blush" />
  </svg>
);
