import { useState } from 'react';
import { MAX_REASON } from '@domain/contracts/fields/lengths.ts';
import type { Proposal } from '@domain/contracts/team/team-today.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { Field } from '@/components/form/field.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { dateAndTimeOf } from '@/lib/care-team/times.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { Aside } from './asides.tsx';

type Props = { proposals: readonly Proposal[]; zone: string };

/** Roles for a clinician to approve or decline. */
export function NewRoles({ proposals, zone }: Props) {
  const [declining, setDeclining] = useState<Proposal | null>(null);
  const { mutate, isPending, error } = useAct({ name: 'team-people', onDone: () => {} });
  if (proposals.length === 0) return null;
  return (
    <Aside title="New roles" count={proposals.length}>
      {error && (
        <div role="alert" className="px-4.5 pt-3">
          <Notice tone="warning">{failureWords(error)}</Notice>
        </div>
      )}
      <ul>
        {proposals.map((proposal) => (
          <li
            key={proposal.id}
            className="border-t border-line px-4.5 py-2.5 text-small leading-snug first:border-t-0"
          >
            <p>
              <strong className="font-semibold">{proposal.name}</strong> as {proposal.role}
            </p>
            {proposal.by !== null && proposal.at !== null && (
              <p className="text-soft">
                {`Proposed by ${proposal.by} on ${dateAndTimeOf(proposal.at, zone)}`}
              </p>
            )}
            <div className="mt-1.5 flex gap-2">
              <CompactButton
                disabled={isPending}
                onClick={() => mutate({ action: 'agree', id: proposal.id, role: proposal.role })}
              >
                Agree<span className="sr-only">{`: ${proposal.name}`}</span>
              </CompactButton>
              <CompactButton look="quiet" disabled={isPending} onClick={() => setDeclining(proposal)}>
                Decline<span className="sr-only">{`: ${proposal.name}`}</span>
              </CompactButton>
            </div>
          </li>
        ))}
      </ul>
      {declining && <DeclineDialog proposal={declining} onClose={() => setDeclining(null)} />}
    </Aside>
  );
}

function DeclineDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const { id, name, role } = proposal;
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({ name: 'team-people', onDone: onClose });
  const isMissing = reason.trim() === '';
  return (
    <ActDialog
      open
      title="Decline"
      about={`${name} as ${role}`}
      go="Decline"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => {
        setAsked(true);
        if (!isMissing) mutate({ action: 'decline', id, role, reason });
      }}
      onClose={onClose}
    >
      <p className="text-small text-soft">
        Someone who already has a role keeps it. Access for someone new ends.
      </p>
      <Field
        label="Reason"
        hint="We’ll email it to the administrators."
        autoComplete="off"
        maxLength={MAX_REASON}
        value={reason}
        error={asked && isMissing ? 'Enter a reason' : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </ActDialog>
  );
}
