import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useContext } from 'react';
import { Button } from '@/components/action/button.tsx';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { CardLevel } from '@/components/layout/card-level.ts';
import { documentsQuery, picturesQuery, useDownloadDocument } from './queries.ts';

/** Files lie next to the record, so they are taken one by one. Most patients have none. */
export function Documents({ userId }: { userId: string }) {
  const { data: names = [], error } = useQuery(documentsQuery(userId));
  useFailureLog(error, 'The documents could not be listed');
  const { mutate, isPending, variables } = useDownloadDocument(userId);
  if (names.length === 0) return null;
  return (
    <section aria-label="Documents" className="border-t border-line py-4">
      <Heading>Documents</Heading>
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

/** The downloads are text: they name each picture, and the pictures themselves are saved where they were sent. */
export function Pictures({ userId }: { userId: string }) {
  const { data: names = [], error } = useQuery(picturesQuery(userId));
  useFailureLog(error, 'The pictures could not be listed');
  if (names.length === 0) return null;
  return (
    <section aria-label="Pictures" className="border-t border-line py-4">
      <Heading>Pictures</Heading>
      <p className="text-small text-soft">
        The files above list the pictures you sent but don’t include them. You can save each picture in
        Messages.
      </p>
      <LinkButton to="/messages" look="outline" className="mt-3 max-sm:w-full">
        Go to Messages
      </LinkButton>
    </section>
  );
}

function Heading({ children }: { children: string }) {
  const Level = useContext(CardLevel) === 2 ? 'h3' : 'h4';
  return <Level className="font-sans font-medium tracking-normal">{children}</Level>;
}
