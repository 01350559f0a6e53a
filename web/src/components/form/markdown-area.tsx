import { Bold, Heading2, Link2, List, ListOrdered } from 'lucide-react';
import { useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { IconButton } from '@/components/action/icon-button.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { Field } from './field.tsx';
import {
  bold,
  bullets,
  continueList,
  edited,
  heading,
  link,
  numbers,
  type Edit,
  type Place,
} from './markdown-edits.ts';
import { TextArea } from './text-area.tsx';

type Props = Omit<ComponentProps<typeof TextArea>, 'onChange' | 'ref' | 'value' | 'error'> & {
  value: string;
  error?: string | undefined;
  onWrite: (text: string) => void;
  /** Extra controls next to the tools. */
  more?: ReactNode;
};

const TOOLS = [
  { label: 'Heading', icon: Heading2, edit: heading },
  { label: 'Bold', icon: Bold, edit: bold },
  { label: 'Bulleted list', icon: List, edit: bullets },
  { label: 'Numbered list', icon: ListOrdered, edit: numbers },
] as const;

/** A text with headings, lists, bold and links, stored as markdown, for people who need not know that. */
export function MarkdownArea({ value, onWrite, more, ...area }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [linking, setLinking] = useState<Place | null>(null);
  const place = (): Place => {
    const { selectionStart: start = value.length, selectionEnd: end = value.length } = field.current ?? {};
    return { text: value, start, end };
  };

  function apply(edit: Edit) {
    const element = field.current;
    if (!element) return;
    element.focus();
    element.setSelectionRange(edit.from, edit.to);
    // This is the only way the browser's own undo works; if it is not supported, the text is still
    // inserted.
    if (!typeInto(edit.insert)) flushSync(() => onWrite(edited(value, edit)));
    // Now: a frame later, the caret would jump while the person is typing.
    element.setSelectionRange(...edit.select);
  }

  function byKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    const command = event.ctrlKey || event.metaKey;
    const edit =
      event.key === 'Enter' && !command && !event.shiftKey && !event.nativeEvent.isComposing
        ? continueList(place())
        : command && event.key.toLowerCase() === 'b'
          ? bold(place())
          : null;
    if (!edit) return;
    event.preventDefault();
    apply(edit);
  }

  return (
    <div>
      <fieldset className="-mb-1 -ml-2 flex flex-wrap items-center">
        <legend className="sr-only">{`Formatting: ${area.label}`}</legend>
        {TOOLS.map(({ label, icon, edit }) => (
          <IconButton
            key={label}
            {...{ label, icon }}
            title={label}
            className={toolLook}
            onMouseDown={keepFocus}
            onClick={() => apply(edit(place()))}
          />
        ))}
        <IconButton
          label="Link"
          icon={Link2}
          title="Link"
          className={toolLook}
          onMouseDown={keepFocus}
          onClick={() => setLinking(place())}
        />
        {more && <div className="ml-auto">{more}</div>}
      </fieldset>
      <TextArea
        {...area}
        ref={field}
        value={value}
        onChange={({ target }) => onWrite(target.value)}
        onKeyDown={byKey}
      />
      {linking && (
        <Apart>
          <LinkDialog
            words={linking.text.slice(linking.start, linking.end)}
            onClose={() => setLinking(null)}
            onDone={(words, address) => {
              setLinking(null);
              // After the dialog has returned the focus.
              requestAnimationFrame(() => apply(link(linking, words, address)));
            }}
          />
        </Apart>
      )}
    </div>
  );
}

/** The text may be inside a form. Nested forms are invalid HTML, and submitting one would submit both. */
const Apart = ({ children }: { children: ReactNode }) =>
  createPortal(<div onSubmit={(event) => event.stopPropagation()}>{children}</div>, document.body);

const toolLook = 'size-11 [&_svg]:size-5';
/** Keeps the text selection. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();

function typeInto(text: string): boolean {
  if (typeof document.execCommand !== 'function') return false;
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
}

type LinkProps = { words: string; onClose: () => void; onDone: (words: string, address: string) => void };

function LinkDialog({ words: chosen, onClose, onDone }: LinkProps) {
  const [words, setWords] = useState(chosen);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const address = addressOf(typed);
  return (
    <ActDialog
      open
      title="Add link"
      go="Add link"
      busy={false}
      failure={null}
      onSend={() => {
        setAsked(true);
        if (address) onDone(words.trim() || typed.trim(), address);
      }}
      onClose={onClose}
    >
      <Field label="Words" value={words} onChange={({ target }) => setWords(target.value)} />
      <Field
        label="Web address"
        type="url"
        inputMode="url"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={asked && !address ? 'Enter a web address, such as https://example.com' : undefined}
      />
    </ActDialog>
  );
}

/** As a URL; 'example.com/guide' counts as one too. Null if it is not. */
function addressOf(typed: string): string | null {
  const text = typed.trim();
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole) || !/^https?:\/\/[^/?#@\\]+\.[^@\\]+$/i.test(whole)) return null;
  return new URL(whole).href;
}
