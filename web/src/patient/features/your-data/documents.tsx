import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useContext } from 'react';
import { Button } from '@/components/action/button.tsx';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { CardLevel } from '@/components/layout/card-level.ts';
import { documentsQuery, messageFilesQuery, useDownloadFile } from './queries.ts';

/** Files are stored next to the record, so each is downloaded separately. Most patients have none. */
export function Documents({ userId }: { userId: string }) {
  const { data: names = [], error } = useQuery(documentsQuery(userId));
  useFailureLog(error, 'The documents could not be listed');
  return (
    <Files
      title="Documents"
      intro="Files from your care team, such as letters and test reports."
      folder={userId}
      files={names.map((name) => ({ name, title: name }))}
    />
  );
}

/** The downloads are text and only name the files of messages. Messages closes when consent is withdrawn; this stays. */
export function MessageFiles({ userId }: { userId: string }) {
  const { data: names = [], error } = useQuery(messageFilesQuery(userId));
  useFailureLog(error, 'The files in messages could not be listed');
  return (
    <Files
      title="Files in your messages"
      intro="The downloads above don’t include these pictures and PDFs. Save the ones you want to keep."
      folder={`${userId}/messages`}
      files={names.map((name, at) => ({ name, title: `File ${at + 1}` }))}
    />
  );
}

type Props = { title: string; intro: string; folder: string; files: { name: string; title: string }[] };

function Files({ title, intro, folder, files }: Props) {
  const { mutate, isPending, variables } = useDownloadFile(folder);
  if (files.length === 0) return null;
  return (
    <section aria-label={title} className="border-t border-line py-4">
      <Heading>{title}</Heading>
      <p className="text-small text-soft">{intro}</p>
      <ul className="mt-2">
        {files.map((file) => (
          <li key={file.name} className="flex items-center gap-3">
            <FileText aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-brand" />
            <span className="min-w-0 flex-1 wrap-anywhere">{file.title}</span>
            <Button
              look="quiet"
              className="-mr-4"
              aria-label={`Download ${file.title}`}
              busy={isPending && variables.name === file.name}
              disabled={isPending}
              onClick={() => mutate(file)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Heading({ children }: { children: string }) {
  const Level = useContext(CardLevel) === 2 ? 'h3' : 'h4';
  return <Level className="font-sans font-medium tracking-normal">{children}</Level>;
}
