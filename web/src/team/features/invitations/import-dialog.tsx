import { FileUp } from 'lucide-react';
import { LIST_HEADER } from '@domain/account/invitation-list.ts';
import { Notice } from '@/components/feedback/notice.tsx';
import { Spinner } from '@/components/feedback/spinner.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useListImport, type Preview } from './use-list-import.ts';

type Props = { onClose: () => void; onDone: (words: string) => void };

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`);

/** Invites everyone in a file, after showing what that would do. */
export function ImportDialog({ onClose, onDone }: Props) {
  const { preview, progress, check, importing } = useListImport((counts) =>
    onDone(`${people(counts.new)} invited.${counts.changed ? ` ${people(counts.changed)} updated.` : ''}`),
  );
  const isBusy = check.isPending || importing.isPending;
  const shown = preview && 'parts' in preview ? preview : null;
  const error = importing.error ?? check.error;
  const problem = preview && 'problem' in preview ? preview.problem : null;
  return (
    <ActDialog
      open
      title="Import a list"
      go={shown && shown.parts.length > 0 ? goWords(shown) : null}
      busy={isBusy}
      failure={error ? failureWords(error) : problem}
      onSend={() => shown && importing.mutate(shown)}
      onClose={onClose}
    >
      <p className="text-small text-soft">
        A CSV file from your spreadsheet, with the columns <strong>{LIST_HEADER}</strong>. The phone may be
        empty. You’ll see what it does before anything is saved. Each new person gets a discreet email with a
        sign-in link.
      </p>
      <label
        className={`press inline-flex min-h-11 items-center gap-2 rounded-full border border-edge/60 px-4 font-medium text-brand-ink focus-within:outline-2 focus-within:outline-brand hover:border-brand ${isBusy ? 'opacity-60' : 'cursor-pointer'}`}
      >
        {isBusy ? <Spinner /> : <FileUp aria-hidden="true" strokeWidth={1.75} className="size-5" />}
        Select a file
        <input
          type="file"
          accept=".csv,text/csv"
          className="sr-only"
          disabled={isBusy}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            importing.reset();
            if (file) check.mutate(file);
            target.value = '';
          }}
        />
      </label>
      <div aria-live="polite" className="space-y-4">
        {progress && (
          <p className="tabular-nums">
            {importing.isPending ? 'Importing' : 'Checking'} {progress.done.toLocaleString('en-US')} of{' '}
            {people(progress.all)}...
          </p>
        )}
        {shown && !check.isPending && <PreviewOf {...shown} />}
      </div>
    </ActDialog>
  );
}

const goWords = ({ counts }: Preview) =>
  counts.new > 0 ? `Invite ${people(counts.new)}` : `Update ${people(counts.changed)}`;

function PreviewOf({ file, counts, wrong }: Preview) {
  const facts = [
    counts.new > 0 && `${people(counts.new)} will be invited.`,
    counts.changed > 0 && `${people(counts.changed)} already invited: name or phone will be updated.`,
    counts.same > 0 && `${people(counts.same)} already invited: nothing changes.`,
    counts.new + counts.changed + counts.same === 0 && 'There is no one to invite in this list.',
  ].filter(Boolean);
  return (
    <>
      <div>
        <h3 className="font-sans text-body font-semibold wrap-anywhere">{file}</h3>
        <ul className="mt-1 space-y-0.5">
          {facts.map((fact) => (
            <li key={String(fact)}>{fact}</li>
          ))}
        </ul>
      </div>
      {wrong.length > 0 && (
        <Notice tone="warning">
          <h3 className="font-sans text-body font-semibold">
            {wrong.length === 1 ? '1 line will be skipped' : `${wrong.length} lines will be skipped`}
          </h3>
          <ul aria-label="Skipped lines" className="mt-1 space-y-1 text-small">
            {wrong.map(({ line, reason }) => (
              <li key={line} className="wrap-anywhere">
                <span className="font-semibold tabular-nums">Line {line}:</span> {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
