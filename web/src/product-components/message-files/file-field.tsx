import { Paperclip, X } from 'lucide-react';
import { useId } from 'react';
import { MESSAGES } from '@domain/copy/messages.ts';
import { MAX_PICTURES } from '@domain/messages/pictures/limits.ts';
import { IconButton } from '@/components/action/icon-button.tsx';
import { Spinner } from '@/components/feedback/spinner.tsx';
import { FieldError } from '@/components/form/field-error.tsx';
import type { AddedFile, FileKind } from './file-kinds.ts';

type Props = {
  kind: FileKind;
  files: readonly AddedFile[];
  disabled: boolean;
  isAdding: boolean;
  /** Why a file could not be added, or was refused. */
  problem: string | undefined;
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
};

export function FileField({ kind, files, disabled, isAdding, problem, onAdd, onRemove }: Props) {
  const { words, types } = kind;
  const id = useId();
  return (
    <div>
      {files.length > 0 && (
        <ul className="mb-2 space-y-1">
          {files.map((file) => (
            <li
              key={file.id}
              className="flex items-center justify-between gap-3 rounded-field bg-paper py-1 pr-1 pl-4"
            >
              <span className="min-w-0 truncate text-small">{file.name}</span>
              <IconButton
                label={`${MESSAGES.remove} ${file.name}`}
                icon={X}
                disabled={disabled}
                onClick={() => onRemove(file.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3">
        {files.length < MAX_PICTURES && (
          <label className="press inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full pr-2 font-medium text-brand-ink focus-within:outline-2 focus-within:outline-brand hover:underline">
            {isAdding ? <Spinner /> : <Paperclip aria-hidden="true" strokeWidth={1.75} className="size-5" />}
            {words.add}
            <input
              type="file"
              accept={types.join(',')}
              multiple
              className="sr-only"
              disabled={disabled || isAdding}
              aria-describedby={`${id}-hint ${id}`}
              onChange={(event) => {
                onAdd([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
          </label>
        )}
        <p id={`${id}-hint`} className="text-small text-soft">
          {words.hint}
        </p>
      </div>
      <FieldError id={id} error={problem} />
    </div>
  );
}
