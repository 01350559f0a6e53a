import { useQuery } from '@tanstack/react-query';
import type { Consultation } from '@domain/journey/types.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { dateAndTime } from '@/lib/dates/dates.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { notesQuery } from './notes-query.ts';

type Props = {
  /** Null until notes are requested. */
  reference: Consultation | null;
  onClose: () => void;
};

export default function NotesDialog({ reference, onClose }: Props) {
  return (
    <Dialog open={reference !== null} onClose={onClose} title="Consultation Notes">
      {reference && <Notes reference={reference} />}
    </Dialog>
  );
}

function Notes({ reference }: { reference: Consultation }) {
  const user = useUser();
  const { data: notes = [], error, isPending } = useQuery(notesQuery(user.id, reference));
  useFailureLog(error, 'Consultation notes did not load');

  if (isPending) return <LoadingBlock label="Loading notes..." lines={4} />;
  if (notes.length === 0) {
    return <EmptyState picture="no-notes" title="No notes available for this consultation" />;
  }
  return (
    <div className="space-y-8">
      {notes.map(({ html, writtenAt, author, addenda }) => (
        <article key={writtenAt}>
          <p className="mb-4 text-small text-soft">
            <time dateTime={new Date(writtenAt).toISOString()}>{dateAndTime(writtenAt)}</time>
            {author && <span className="block">{`Signed by ${author.name}, ${author.role}`}</span>}
          </p>
          <div className={richText} dangerouslySetInnerHTML={{ __html: html }} />
          {addenda.map((added) => (
            <section key={added.id} className="mt-6 border-t border-line pt-4">
              <h3 className="mb-3 font-sans text-small font-semibold text-soft">
                {`Added by ${added.author.name}, ${added.author.role}, ${dateAndTime(instantFromIso(added.author.signedAt))}`}
              </h3>
              <div className={richText} dangerouslySetInnerHTML={{ __html: added.html }} />
            </section>
          ))}
        </article>
      ))}
    </div>
  );
}

/** Text from an editor has plain elements without classes. */
const richText =
  'space-y-3 wrap-anywhere [&_:is(h1,h2,h3,h4,h5,h6)]:font-display [&_:is(h1,h2,h3,h4,h5,h6)]:text-lead ' +
  '[&_:is(h1,h2,h3,h4,h5,h6)]:font-medium [&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:space-y-1.5 ' +
  '[&_:is(ul,ol)]:pl-5 [&_li]:marker:text-brand [&_a]:font-semibold [&_a]:text-brand [&_a]:underline ' +
  '[&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_:is(th,td)]:py-1.5 ' +
  '[&_:is(th,td)]:pr-4 [&_:is(th,td)]:text-left [&_:is(th,td)]:align-top';
