import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadName } from '@domain/messages/pictures/places.ts';
import { uploadFile } from '@/lib/backend/private-files.ts';
import { useUser } from '@/lib/backend/session.ts';
import { problemWith, type AddedFile, type FileKind } from './file-kinds.ts';

/**
 * Files are uploaded when they are selected, so that the message that names them is small enough to wait on
 * the device.
 */
export function useAddedFiles(
  kind: FileKind,
  files: readonly AddedFile[],
  onChange: (files: AddedFile[]) => void,
) {
  const { id: userId } = useUser();
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (chosen: readonly File[]) =>
      Promise.all(chosen.map((file) => leaveFile(kind.bucket, userId, file))),
    networkMode: 'always',
    onSuccess: (added) => onChange([...files, ...added]),
    onError: () => setProblem(kind.words.notAdded),
  });
  return {
    /** One is being uploaded. A message sent now would not include it. */
    isAdding: isPending,
    problem,
    add: (chosen: readonly File[]) => {
      const wrong = problemWith(chosen, files.length, kind);
      setProblem(wrong);
      if (!wrong && chosen.length > 0) mutate(chosen);
    },
    remove: (id: string) => onChange(files.filter((other) => other.id !== id)),
  };
}

async function leaveFile(bucket: string, userId: string, file: File): Promise<AddedFile> {
  const id = crypto.randomUUID();
  await uploadFile(bucket, uploadName(userId, id), file);
  return { id, name: file.name };
}
