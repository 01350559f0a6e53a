import { useEffect, useState, type ClipboardEvent, type RefObject } from 'react';
import { FieldError } from './field-error.tsx';

const LENGTH = 6;
const SLOTS = Array.from({ length: LENGTH }, (_, slot) => slot);

type Props = {
  /** A label elsewhere on the page points here. */
  id: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  ref: RefObject<HTMLInputElement | null>;
};

/**
 * Six drawn slots with one real input on top, so that keyboards, password managers, screen readers and
 * "code from Messages" see an ordinary field. Its own text is transparent and spaced to match the slots.
 */
export function CodeInput({ id, name, value, onChange, error, ref }: Props) {
  const selection = useSelection(ref);
  const errorId = `${id}-error`;

  // The browser would truncate "123 456" to six characters before the space could be removed.
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const before = value.slice(0, selectionStart ?? value.length);
    const after = value.slice(selectionEnd ?? value.length);
    const pasted = digits(event.clipboardData.getData('text'));
    onChange(pasted.length >= LENGTH ? pasted : digits(before + pasted + after));
  }

  return (
    <div>
      <div className="@container relative">
        <div aria-hidden="true" className="grid grid-cols-6 gap-2.5">
          {SLOTS.map((slot) => (
            <Slot key={slot} digit={value[slot]} mark={markOf(slot, selection)} invalid={Boolean(error)} />
          ))}
        </div>
        <div className="absolute inset-0 overflow-clip">
          <input
            ref={ref}
            id={id}
            name={name}
            value={value}
            onChange={(event) => onChange(digits(event.target.value))}
            onPaste={paste}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={LENGTH}
            spellCheck={false}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            className="code-input"
          />
        </div>
      </div>
      <FieldError id={errorId} error={error} />
    </div>
  );
}

const digits = (text: string) => text.replace(/\D/g, '').slice(0, LENGTH);

type Selection = { start: number; end: number };

/**
 * The caret's position, however it got there: keyboard, touch or script. Null while the field is not
 * focused.
 */
function useSelection(ref: RefObject<HTMLInputElement | null>): Selection | null {
  const [selection, setSelection] = useState<Selection | null>(null);

  useEffect(() => {
    function read() {
      const input = ref.current;
      const inUse = input !== null && document.activeElement === input;
      setSelection(inUse ? { start: input.selectionStart ?? 0, end: input.selectionEnd ?? 0 } : null);
    }
    const events = ['selectionchange', 'focusin', 'focusout', 'input'];
    for (const event of events) document.addEventListener(event, read);
    read();
    return () => {
      for (const event of events) document.removeEventListener(event, read);
    };
  }, [ref]);

  return selection;
}

type Mark = 'caret' | 'selected' | null;

function markOf(slot: number, selection: Selection | null): Mark {
  if (!selection) return null;
  const { start, end } = selection;
  if (start === end) return slot === Math.min(start, LENGTH - 1) ? 'caret' : null;
  return slot >= start && slot < end ? 'selected' : null;
}

function Slot({ digit, mark, invalid }: { digit: string | undefined; mark: Mark; invalid: boolean }) {
  const edge = mark ? 'border-brand ring-4 ring-blush' : invalid ? 'border-danger' : 'border-edge';
  return (
    <div
      data-mark={mark}
      className={`press grid h-15 place-items-center rounded-field border font-display text-[1.625rem] lining-nums ${edge} ${
        mark === 'selected' ? 'bg-blush text-brand-ink' : 'bg-card'
      }`}
    >
      {digit ?? (mark === 'caret' && <span className="code-caret" />)}
    </div>
  );
}
