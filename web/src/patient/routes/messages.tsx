import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { HELP_WHILE_WRITING, MESSAGES } from '@domain/copy/messages.ts';
import { Notice } from '@/components/feedback/notice.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { emergencyNumber } from '@/lib/clinic/emergency-call.ts';
import { ReplyPromise } from '@/patient/features/coach/reply-promise.tsx';
import { GetHelp } from '@/patient/features/feeling/get-help.tsx';
import type { Help } from '@/patient/features/messages/composer.tsx';
import { Messages } from '@/patient/features/messages/messages.tsx';
import { conversationsQuery, NEWEST } from '@/patient/features/messages/queries.ts';
import { capAdviceQuery } from '@/patient/across-features/cap-advice-query.ts';
import type { PageProps } from '@/patient/pages.ts';

// Few messages speak of these. The page's words about urgent signs load later, too.
const CrisisCard = lazy(() =>
  import('@/patient/features/feeling/crisis-card.tsx').then((part) => ({ default: part.CrisisCard })),
);
const LossMentioned = lazy(() => import('@/patient/across-features/loss-mentioned.tsx'));
const HardTime = lazy(() => import('@/patient/features/feeling/hard-time.tsx'));

export const prefetch = ({ id }: SignedInUser) =>
  Promise.all([
    queryClient.prefetchQuery(conversationsQuery(id, NEWEST)),
    queryClient.prefetchQuery(capAdviceQuery(id)),
  ]);

export default function MessagesPage({ title }: PageProps) {
  const speaksOfCap = useQuery(capAdviceQuery(useUser().id)).data ?? true;
  const [now] = useState(Date.now);
  const words = { ...HELP_WHILE_WRITING, ...(!speaksOfCap && HELP_WHILE_WRITING.afterLoss) };
  const help: Help = (urgency, sent) =>
    urgency === 'loss' ? (
      <Suspense>
        <LossMentioned />
      </Suspense>
    ) : urgency === 'hard-time' ? (
      <Suspense>
        <HardTime stage="offered" now={now} />
      </Suspense>
    ) : urgency === 'self-harm' ? (
      <Suspense>
        <CrisisCard {...sent} />
      </Suspense>
    ) : urgency === 'mild' ? (
      <Notice>{HELP_WHILE_WRITING.mild(emergencyNumber())}</Notice>
    ) : (
      <GetHelp
        paragraphs={words[urgency ?? 'before']}
        {...(!urgency && { quiet: HELP_WHILE_WRITING.instead })}
      />
    );
  return (
    <>
      <PageHeading intro={MESSAGES.intro}>{title}</PageHeading>
      <Messages promise={<ReplyPromise />} help={help} />
    </>
  );
}
