import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { Template } from '@domain/contracts/team/team-templates.ts';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { templatesQuery } from '@/lib/care-team/templates-query.ts';
import { useSessionCheck } from '../queries.ts';

type Props = { open: boolean; onClose: () => void; onChoose: (template: Template) => void };

/** The clinic's templates. Pressing one inserts it. */
export function TemplateDialog({ open, onClose, onChoose }: Props) {
  const { data, error, isPending, refetch } = useQuery({ ...templatesQuery, enabled: open });
  useSessionCheck(error);
  return (
    <Dialog open={open} onClose={onClose} title="Use a template">
      <div className="dense min-w-0">
        {isPending && <LoadingBlock label="Loading the templates..." lines={4} />}
        {error && !data && (
          <Failed
            title="The templates didn’t load"
            words={failureWords(error)}
            onRetry={() => void refetch()}
          />
        )}
        {data?.length === 0 && (
          <Quiet title="No templates yet">An administrator adds them under Clinic, Templates.</Quiet>
        )}
        {data && data.length > 0 && (
          <ul className="divide-y divide-line" {...arrowKeys}>
            {data.map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  data-item=""
                  onClick={() => onChoose(template)}
                  className="press -mx-3 flex w-[calc(100%+1.5rem)] items-center gap-3 rounded-field px-3 py-3 text-left hover:bg-blush/45"
                >
                  <span className="min-w-0 flex-1">
                    <b className="block font-semibold wrap-anywhere">{template.name}</b>
                    <span className="line-clamp-2 text-small text-soft wrap-anywhere">
                      {wordsOf(template.text)}
                    </span>
                  </span>
                  <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-soft" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

/** Without Markdown's marks, which no one needs to know. */
const wordsOf = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/^(#{1,6} |[-*+] |\d+[.)] )/, '')
        .replaceAll('**', '')
        .trim(),
    )
    .filter(Boolean)
    .join(' · ');
