import { useQuery } from '@tanstack/react-query';
import type { SavedReply } from '@domain/contracts/team/team-replies.ts';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { repliesQuery } from '@/lib/care-team/replies-query.ts';
import { useSessionCheck } from '../queries.ts';

type Props = { open: boolean; onClose: () => void; onChoose: (reply: SavedReply) => void };

/** The person's own saved replies and the clinic's. Pressing one inserts it. */
export function SavedReplyDialog({ open, onClose, onChoose }: Props) {
  const { data, error, isPending, refetch } = useQuery({ ...repliesQuery, enabled: open });
  useSessionCheck(error);
  const groups = [
    { title: 'Yours', replies: data?.own ?? [] },
    { title: 'The clinic’s', replies: data?.clinic ?? [] },
  ].filter(({ replies }) => replies.length > 0);
  return (
    <Dialog open={open} onClose={onClose} title="Saved replies">
      <div className="dense min-w-0" {...arrowKeys}>
        {isPending && <LoadingBlock label="Loading the saved replies..." lines={4} />}
        {error && !data && (
          <Failed
            title="The saved replies didn’t load"
            words={failureWords(error)}
            onRetry={() => void refetch()}
          />
        )}
        {data && groups.length === 0 && (
          <Quiet title="No saved replies yet">
            Add your own under ‘Your account’. An administrator adds the clinic’s under Clinic.
          </Quiet>
        )}
        {groups.map(({ title, replies }) => (
          <section key={title} aria-label={title} className="mb-3">
            <h3 className="text-small font-semibold text-soft">{title}</h3>
            <ul className="divide-y divide-line">
              {replies.map((reply) => (
                <li key={reply.id}>
                  <button
                    type="button"
                    data-item=""
                    onClick={() => onChoose(reply)}
                    className="press -mx-3 block w-[calc(100%+1.5rem)] rounded-field px-3 py-3 text-left hover:bg-blush/45"
                  >
                    <b className="block font-semibold wrap-anywhere">{reply.name}</b>
                    <span className="line-clamp-2 text-small text-soft wrap-anywhere">{reply.text}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
