import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { MESSAGES } from '@domain/copy/messages.ts';
import type { SentPicture } from '@domain/messages/conversation.ts';
import { downloadName, PICTURES } from '@domain/messages/pictures/places.ts';
import { Button } from '@/components/action/button.tsx';
import { downloadFile } from '@/lib/backend/private-files.ts';
import { saveFile } from '@/lib/text/save-file.ts';

/** Never shown in the page: each is a file to be saved. */
export function SentPictures({ pictures }: { pictures: readonly SentPicture[] }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ place, name, type }: SentPicture) => {
      const folder = name.slice(0, name.lastIndexOf('/'));
      saveFile(
        downloadName(place, type),
        await downloadFile(PICTURES, folder, name.slice(folder.length + 1)),
      );
    },
    meta: { failure: MESSAGES.pictures.notLoaded },
  });
  if (pictures.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-1">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <Button
            look="quiet"
            className="px-3"
            busy={isPending && variables === picture}
            disabled={isPending}
            onClick={() => mutate(picture)}
          >
            <Download aria-hidden="true" strokeWidth={1.75} className="size-5" />
            {MESSAGES.pictures.download(picture.place)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
