import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { MESSAGES } from '@domain/copy/messages.ts';
import { isPicture } from '@domain/messages/files/limits.ts';
import { downloadName } from '@domain/messages/pictures/places.ts';
import { saveFile } from '@/lib/text/save-file.ts';
import { SentPicture } from './sent-picture.tsx';
import type { LoadFile, ShownFile } from './shown-file.ts';

type Props = {
  files: readonly ShownFile[];
  load: LoadFile;
};

/** A message's files: pictures are shown, and all others can only be saved. */
export function MessageFiles({ files, load }: Props) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (file: ShownFile) => saveFile(downloadName(file.place, file.type), await load(file)),
    meta: { failure: MESSAGES.files.notLoaded },
  });
  if (files.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap items-end gap-3">
      {files.map((file) => (
        <li key={file.id} className="flex max-w-full min-w-0 flex-col items-start">
          {isPicture(file.type) && <SentPicture file={file} load={load} />}
          <button
            type="button"
            disabled={isPending}
            aria-busy={(isPending && variables === file) || undefined}
            onClick={() => mutate(file)}
            className="press inline-flex min-h-11 items-center gap-1.5 rounded-full px-1 text-small font-medium text-brand-ink hover:underline disabled:opacity-60"
          >
            <Download aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
            {isPicture(file.type)
              ? MESSAGES.files.downloadPicture(file.place)
              : MESSAGES.files.downloadPdf(file.place)}
            {file.size && <span className="font-normal text-soft">{file.size}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
