import { ImagePlus, X } from 'lucide-react';
import { useId } from 'react';
import { MESSAGES } from '@domain/copy/messages.ts';
import { MAX_PICTURES, PICTURE_TYPES } from '@domain/messages/pictures/limits.ts';
import { IconButton } from '@/components/action/icon-button.tsx';
import { buttonLook } from '@/components/action/button.tsx';
import { FieldError } from '@/components/form/field-error.tsx';
import { Spinner } from '@/components/feedback/spinner.tsx';
import type { AddedPicture } from './pictures.ts';

type Props = {
  pictures: readonly AddedPicture[];
  disabled: boolean;
  isAdding: boolean;
  /** Why one could not be added, or was not taken. */
  problem: string | undefined;
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
};

export function PictureField({ pictures, disabled, isAdding, problem, onAdd, onRemove }: Props) {
  const errorId = useId();
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
                onClick={() => onRemove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {pictures.length < MAX_PICTURES && (
        <label
          className={`${buttonLook('quiet')} -ml-6 cursor-pointer focus-within:outline-2 focus-within:outline-brand`}
        >
          {isAdding ? <Spinner /> : <ImagePlus aria-hidden="true" strokeWidth={1.75} className="size-5" />}
          {MESSAGES.pictures.add}
          <input
            type="file"
            accept={PICTURE_TYPES.join(',')}
            multiple
            className="sr-only"
            disabled={disabled || isAdding}
            aria-describedby={errorId}
            onChange={(event) => {
              onAdd([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
      )}
      <p className="text-small text-soft">{MESSAGES.pictures.hint}</p>
      <FieldError id={errorId} error={problem} />
    </div>
  );
}
