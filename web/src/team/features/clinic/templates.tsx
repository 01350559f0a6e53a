import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Template } from '@domain/contracts/team/team-templates.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { SectionCard } from '@/components/layout/section-card.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { templatesQuery } from '@/lib/care-team/templates-query.ts';
import { RemoveTemplateDialog, TemplateForm } from './template-dialogs.tsx';

type Asking = { act: 'write' | 'remove'; template: Template | null };

/** The clinic's note templates. Coaches and clinicians insert them with 'Use a template'. */
export function Templates() {
  const { data, error, isPending, refetch } = useQuery(templatesQuery);
  useEffect(() => checkSession(error), [error]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  return (
    <SectionCard
      title="Templates"
      about="Starting points for notes. Coaches and clinicians insert one with “Use a template.”"
      action={
        <CompactButton onClick={() => setAsking({ act: 'write', template: null })}>
          <Plus aria-hidden="true" className="size-4" strokeWidth={2} />
          Add template
        </CompactButton>
      }
    >
      {isPending && <LoadingBlock label="Loading the templates..." lines={3} className="mt-4" />}
      {error && !data && (
        <Failed
          title="The templates didn’t load"
          words={failureWords(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <p className="mt-4 text-soft">No templates yet</p>}
      {data && data.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {data.map((template) => (
            <li key={template.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
              <b className="min-w-0 flex-1 font-semibold wrap-anywhere">{template.name}</b>
              <CompactButton onClick={() => setAsking({ act: 'write', template })}>
                Edit<span className="sr-only">{`: ${template.name}`}</span>
              </CompactButton>
              <CompactButton look="quiet" onClick={() => setAsking({ act: 'remove', template })}>
                Remove<span className="sr-only">{`: ${template.name}`}</span>
              </CompactButton>
            </li>
          ))}
        </ul>
      )}
      {asking?.act === 'write' && <TemplateForm template={asking.template} onClose={close} />}
      {asking?.act === 'remove' && asking.template && (
        <RemoveTemplateDialog template={asking.template} onClose={close} />
      )}
    </SectionCard>
  );
}
