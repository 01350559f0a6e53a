import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { Button } from '@/components/action/button.tsx';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { documentsQuery, useDownloadDocument } from './queries.ts';

/** Files lie beside the record, so they are taken one by one. Most patients have none. */
export function Documents({ userId }: { userId: string }) {
  const { data: names = [], error } = useQuery(documentsQuery(userId));
  useFailureLog(error, 'The documents could not be listed');
  const { mutate, isPending, variables } = useDownloadDocument(userId);
  if (names.length === 0) return null;
  return (
    <section aria-label="Documents" className="border-t border-line py-4">
      <h3 className="font-sans font-medium tracking-normal">Documents</h3>
      <p className="text-small text-soft">Files from your care team, such as letters and test reports.</p>
      <ul className="mt-2">
        {names.map((name) => (
          <li key={name} className="flex items-center gap-3">
            <FileText aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-brand" />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <Button
              look="quiet"
              className="-mr-4"
              aria-label={`Download ${name}`}
              busy={isPending && variables === name}
              disabled={isPending}
              onClick={() => mutate(name)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
