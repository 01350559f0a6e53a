import type { TeamDecision } from '@domain/contracts/team/team-decide.ts';
import { messageWaits } from '@domain/worklist/rules/message-waits.ts';
import { OUTCOME_WORDS } from '@domain/worklist/outcomes.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { shortDayOf, timeOf, useMinute } from '@/lib/care-team/times.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import type { Thread, ThreadPatient } from './queries.ts';

type Props = { thread: Thread; patient: ThreadPatient; zone: string; onDone: () => void };

/** Ends the reply clock without a word to the patient; a day long it can be undone here. */
export function NoReply({ thread: { waiting, settled }, patient, zone, onDone }: Props) {
  const now = useMinute();
  const { mutate, isPending, error } = useAct<TeamDecision>({
    name: 'team-decide',
    onDone: (_, { decision }) => {
      if (decision !== 'done') return;
      toast({ title: `${OUTCOME_WORDS['no-reply']}: ${patient.name}` });
      onDone();
    },
  });
  const version = waiting?.version;
  return (
    <>
      {error && (
        <div role="alert">
          <Notice tone="warning">{failureWords(error)}</Notice>
        </div>
      )}
      {waiting && (
        <CompactButton
          disabled={isPending}
          onClick={() =>
            mutate({
              key: `${messageWaits.id}:${waiting.id}`,
              ...(version !== undefined && { version }),
              decision: 'done',
              outcome: 'no-reply',
            })
          }
        >
          {OUTCOME_WORDS['no-reply']}
        </CompactButton>
      )}
      {!waiting && settled && (
        <div className="flex flex-wrap items-center gap-x-3 text-small text-soft">
          <p>
            {`${OUTCOME_WORDS['no-reply']}: ${settled.by}, ${shortDayOf(settled.at, zone, now)}, ${timeOf(settled.at, zone)}`}
          </p>
          <CompactButton
            look="quiet"
            disabled={isPending}
            onClick={() => mutate({ key: settled.key, version: settled.version, decision: 'reopen' })}
          >
            Undo
          </CompactButton>
        </div>
      )}
    </>
  );
}
