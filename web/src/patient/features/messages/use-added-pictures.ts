import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MESSAGES } from '@domain/copy/messages.ts';
import { useUser } from '@/lib/backend/session.ts';
import { leavePicture, problemWith, type AddedPicture } from './pictures.ts';

/** Pictures are left with the clinic as they are chosen, so that the message that names them is small enough to wait on the device. */
export function useAddedPictures(
  pictures: readonly AddedPicture[],
  onChange: (pictures: AddedPicture[]) => void,
) {
  const { id: userId } = useUser();
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (files: readonly File[]) => Promise.all(files.map((file) => leavePicture(userId, file))),
    networkMode: 'always',
    onSuccess: (added) => onChange([...pictures, ...added]),
    onError: () => setProblem(MESSAGES.pictures.notAdded),
  });
  return {
    /** One is on its way; a message that is sent now would go without it. */
    isAdding: isPending,
    problem,
    add: (files: readonly File[]) => {
      const wrong = problemWith(files, pictures.length);
      setProblem(wrong);
      if (!wrong && files.length > 0) mutate(files);
    },
    remove: (id: string) => onChange(pictures.filter((other) => other.id !== id)),
  };
}
