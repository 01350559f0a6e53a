import { queryOptions } from '@tanstack/react-query';
import type { SentPicture } from '@domain/messages/conversation.ts';
import { PICTURES } from '@domain/messages/pictures/places.ts';
import { downloadFile } from '@/lib/backend/private-files.ts';

/** A picture that was sent never changes. */
export const pictureQuery = ({ name }: SentPicture) =>
  queryOptions({
    queryKey: ['message-picture', name],
    queryFn: () => {
      const folder = name.slice(0, name.lastIndexOf('/'));
      return downloadFile(PICTURES, folder, name.slice(folder.length + 1));
    },
    staleTime: Infinity,
  });
