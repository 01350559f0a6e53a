import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { canUndo } from '@domain/results/correction.ts';
import { DAY } from '@domain/time/instant.ts';
import { Confirm } from '@/components/overlay/confirm.tsx';
import { IconButton } from '@/components/action/icon-button.tsx';
import { dateAndTime } from '@/lib/dates/dates.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { useDeleteResult, type LoggedResult } from './queries.ts';
import { resultWords, typeWords } from './result-words.ts';

/** For a result logged by mistake: undoes it within a day, after asking. */
export function DeleteResult({ result }: { result: LoggedResult }) {
  const [open, setOpen] = useState(false);
  const now = useNow((moment) => (canUndo(result.loggedAt, moment) ? result.loggedAt + DAY : undefined));
  if (!canUndo(result.loggedAt, now)) return null;
  const words = `${typeWords[result.type]}, ${resultWords(result)}, ${dateAndTime(result.takenAt)}`;
  return (
    <>
      <IconButton
        label={`Delete result: ${words}`}
        icon={Trash2}
        className="-my-2 text-soft [&_svg]:size-5"
        onClick={() => setOpen(true)}
      />
      <Confirmation {...{ open, result, words }} onClose={() => setOpen(false)} />
    </>
  );
}

type Props = { open: boolean; result: LoggedResult; words: string; onClose: () => void };

function Confirmation({ open, result, words, onClose }: Props) {
  const { mutate, isPending } = useDeleteResult(onClose);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="Delete this result?"
      keep="Keep result"
      go="Delete result"
      busy={isPending}
      onGo={() => mutate(result.id)}
    >
      <p className="font-semibold">{words}</p>
      <p className="mt-2 text-soft">
        If you logged a result by mistake, you can delete it within 24 hours.
        {result.result === 'positive' && ' Your plan will go back to the way it was.'}
      </p>
    </Confirm>
  );
}
