import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { MESSAGES } from '@domain/copy/messages.ts';
import type { SentPicture } from '@domain/messages/conversation.ts';
import { downloadName } from '@domain/messages/pictures/places.ts';
import { Button } from '@/components/action/button.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { saveFile } from '@/lib/text/save-file.ts';
import { pictureQuery } from './picture-query.ts';
import { Thumbnail } from './thumbnail.tsx';

/** Each is shown small, and is a file to be saved. */
export function SentPictures({ pictures }: { pictures: readonly SentPicture[] }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (picture: SentPicture) =>
      saveFile(
        downloadName(picture.place, picture.type),
        await queryClient.fetchQuery(pictureQuery(picture)),
      ),
    meta: { failure: MESSAGES.pictures.notLoaded },
  });
  if (pictures.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-3">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <Thumbnail picture={picture} />
          <Button
            look="quiet"
            className="-ml-3 px-3"
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
