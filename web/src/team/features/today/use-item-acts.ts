import { useState } from 'react';
import { useAct } from '@/lib/care-team/use-act.ts';
import type { TeamDecision } from '@domain/contracts/team/team-decide.ts';
import type { EndedItem } from '@domain/contracts/team/team-today.ts';
import type { Asked } from './asked-dialog.tsx';
import type { ItemActs } from './item-acts.tsx';

/** The rows' actions, and the dialog that one of them opened. */
export function useItemActs() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const decision = useAct<TeamDecision>({ name: 'team-decide', onDone: () => {} });
  const resend = useAct<{ action: 'resend-emails'; id: string } | { action: 'resend-alarm' }>({
    name: 'team-invitations',
    onDone: () => {},
  });
  const acts: ItemActs = {
    busy: decision.isPending || resend.isPending,
    onDecide: ({ key, version }, decided) =>
      decision.mutate(
        decided === 'no-reply' || decided === 'nothing'
          ? { key, version, decision: 'done', outcome: decided }
          : { key, version, decision: decided },
      ),
    onResend: ({ patient }) =>
      resend.mutate(patient ? { action: 'resend-emails', id: patient.id } : { action: 'resend-alarm' }),
    onAsk: setAsked,
  };
  const reopen = ({ key, version }: Pick<EndedItem, 'key' | 'version'>) =>
    decision.mutate({ key, version, decision: 'reopen' });
  return { asked, close: () => setAsked(null), acts, reopen, error: decision.error ?? resend.error };
}
