import { QUESTIONNAIRE } from '@domain/export/question-words.ts';
import { Dialog } from '@/components/overlay/dialog.tsx';
import type { WholeRecord } from '../queries.ts';

type Props = { answers: WholeRecord['questionnaire']; onClose: () => void };

/** The patient's answers to the questionnaire. */
export function Questionnaire({ answers, onClose }: Props) {
  const given = Object.entries(QUESTIONNAIRE).flatMap(([name, question]) => {
    const answer = answers?.[name];
    const words = Array.isArray(answer) ? answer.join(', ') : String(answer ?? '');
    return words ? [{ name, question, words }] : [];
  });
  return (
    <Dialog open onClose={onClose} title="Questionnaire">
      {given.length === 0 ? (
        <p className="text-soft">The questionnaire hasn’t been filled out yet.</p>
      ) : (
        <dl className="divide-y divide-line text-small">
          {given.map(({ name, question, words }) => (
            <div key={name} className="py-2.5">
              <dt className="text-soft">{question}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{words}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}
