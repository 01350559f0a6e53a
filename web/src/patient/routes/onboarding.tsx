import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Redirect, useLocation } from 'wouter';
import { hasConsented } from '@domain/onboarding/access-gate.ts';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { dropEntries } from '@/components/overlay/follow-back.ts';
import { accessQuery } from '@/patient/features/customer/access-query.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { useFinish } from '@/patient/features/walkthrough/finish.ts';
import { Walkthrough } from '@/patient/features/walkthrough/walkthrough.tsx';
import { useUser } from '@/lib/backend/session.ts';

export default function Onboarding() {
  const { id } = useUser();
  const { data: customer = null } = useQuery(customerQuery(id));
  const access = useQuery(accessQuery(id));
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useFinish(id);

  async function enter() {
    await dropEntries();
    // The gate keeps the answer it already has.
    client.removeQueries({ queryKey: accessQuery(id).queryKey });
    navigate('/home', { replace: true });
  }

  // If the check fails, the page opens, because the server protects the data. A later check doesn't close it.
  if (!access.isFetched) return <LoadingBlock label="Loading....." lines={3} className="max-w-xl" />;
  if (access.data && !hasConsented(access.data)) return <Redirect to="/privacy-terms" replace />;
  return (
    <Walkthrough
      firstName={customer?.firstName?.trim() || null}
      finishing={isPending}
      onFinish={() => mutate(undefined, { onSuccess: () => void enter() })}
    />
  );
}
