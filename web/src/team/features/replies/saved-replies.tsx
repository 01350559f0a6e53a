import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SavedReply } from '@domain/contracts/team/team-replies.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { SectionCard } from '@/components/layout/section-card.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { repliesQuery } from '@/lib/care-team/replies-query.ts';
import { RemoveReplyDialog, ReplyForm } from './reply-dialogs.tsx';

type Asking = { act: 'write' | 'remove'; reply: SavedReply | null };

const ABOUT = {
  clinic: 'Texts that coaches and clinicians insert in a message. {first name} becomes the patient’s.',
  own: 'Your own replies, in addition to the clinic’s. {first name} becomes the patient’s first name.',
};

/** The clinic's saved replies, or the person's own. */
export function SavedReplies({ whose }: { whose: 'clinic' | 'own' }) {
  const { data, error, isPending, refetch } = useQuery(repliesQuery);
  useEffect(() => checkSession(error), [error]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const replies = data?.[whose];
  return (
    <SectionCard
      title="Saved replies"
      about={ABOUT[whose]}
      action={
        <CompactButton onClick={() => setAsking({ act: 'write', reply: null })}>
          <Plus aria-hidden="true" className="size-4" strokeWidth={2} />
          Add saved reply
        </CompactButton>
      }
    >
      {isPending && <LoadingBlock label="Loading the saved replies..." lines={3} className="mt-4" />}
      {error && !data && (
        <Failed
          title="The saved replies didn’t load"
          words={failureWords(error)}
          onRetry={() => void refetch()}
        />
      )}
      {replies?.length === 0 && <p className="mt-4 text-soft">No saved replies yet</p>}
      {replies && replies.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {replies.map((reply) => (
            <li key={reply.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
              <span className="min-w-0 flex-1">
                <b className="block font-semibold wrap-anywhere">{reply.name}</b>
                <span className="line-clamp-1 text-small text-soft wrap-anywhere">{reply.text}</span>
              </span>
              <CompactButton onClick={() => setAsking({ act: 'write', reply })}>
                Edit<span className="sr-only">{`: ${reply.name}`}</span>
              </CompactButton>
              <CompactButton look="quiet" onClick={() => setAsking({ act: 'remove', reply })}>
                Remove<span className="sr-only">{`: ${reply.name}`}</span>
              </CompactButton>
            </li>
          ))}
        </ul>
      )}
      {asking?.act === 'write' && <ReplyForm reply={asking.reply} onClose={close} />}
      {asking?.act === 'remove' && asking.reply && <RemoveReplyDialog reply={asking.reply} onClose={close} />}
    </SectionCard>
  );
}
