import { useMutation } from '@tanstack/react-query';
import { ImagePlus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { MESSAGES } from '@domain/copy/messages.ts';
import { MAX_PICTURES } from '@domain/messages/pictures/places.ts';
import { IconButton } from '@/components/action/icon-button.tsx';
import { buttonLook } from '@/components/action/button.tsx';
import { FieldError } from '@/components/form/field-error.tsx';
import { Spinner } from '@/components/feedback/spinner.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { leavePicture, problemWith, type AddedPicture } from './pictures.ts';

type Props = {
  pictures: readonly AddedPicture[];
  disabled: boolean;
  /** Why the server did not take one. */
  refusal: string | undefined;
  onChange: (pictures: AddedPicture[]) => void;
};

/** Pictures are left with the clinic as they are chosen, so that the message that names them is small enough to wait on the device. */
export function PictureField({ pictures, disabled, refusal, onChange }: Props) {
  const { id: userId } = useUser();
  const errorId = useId();
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (files: readonly File[]) => Promise.all(files.map((file) => leavePicture(userId, file))),
    networkMode: 'always',
    onSuccess: (added) => onChange([...pictures, ...added]),
    onError: () => setProblem(MESSAGES.pictures.notAdded),
  });

  function choose(files: readonly File[]) {
    const wrong = problemWith(files, pictures.length);
    setProblem(wrong);
    if (!wrong && files.length > 0) mutate(files);
  }

  return (
    <div>
      {pictures.length > 0 && (
        <ul className="mb-2 space-y-1">
          {pictures.map(({ id, name }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-3 rounded-field bg-paper py-1 pr-1 pl-4"
            >
              <span className="min-w-0 truncate">{name}</span>
              <IconButton
                label={`${MESSAGES.remove} ${name}`}
                icon={X}
                disabled={disabled}
                onClick={() => onChange(pictures.filter((other) => other.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {pictures.length < MAX_PICTURES && (
        <label
          className={`${buttonLook('quiet')} -ml-6 cursor-pointer focus-within:outline-2 focus-within:outline-brand`}
        >
          {isPending ? <Spinner /> : <ImagePlus aria-hidden="true" strokeWidth={1.75} className="size-5" />}
          {MESSAGES.pictures.add}
          <input
            type="file"
            accept="image/jpeg,image/png"
            multiple
            className="sr-only"
            disabled={disabled || isPending}
            aria-describedby={errorId}
            onChange={(event) => {
              choose([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
      )}
      <p className="text-small text-soft">{MESSAGES.pictures.hint}</p>
      <FieldError id={errorId} error={problem ?? refusal} />
    </div>
  );
}
