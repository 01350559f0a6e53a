import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fieldLook, Labelled } from './labelled.tsx';
import { isSearchKey, SEARCH_STATE } from './search-key.ts';

/** Long enough to search for a name rather than each letter: everyone shown is logged in the access log. */
const TYPING_PAUSE_MS = 300;

const LABEL = 'Search by name or email, or by phone or date of birth';

type Props = {
  value: string;
  onSearch: (search: string) => void;
  /** Moves from the field to the results with the arrow key. */
  onDown?: () => void;
};

export function SearchField({ value, onSearch, onDown }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  // The URL changed in another way: Back, or a link.
  if (value !== shown) {
    setShown(value);
    if (typed.trim() !== value) setTyped(value);
  }

  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);

  // Someone who came by '/' from another page continues typing.
  useEffect(() => {
    const state = history.state as Partial<typeof SEARCH_STATE> | null;
    if (state?.search) input.current?.focus();
  }, []);

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);

  return (
    <Labelled label={LABEL} className="min-w-0 flex-1 basis-72">
      {(wiring) => (
        <div className="relative">
          <Search
            aria-hidden="true"
            strokeWidth={1.75}
            className="pointer-events-none absolute top-1/2 left-3.5 size-[1.125rem] -translate-y-1/2 text-soft"
          />
          <input
            ref={input}
            type="search"
            name="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            aria-keyshortcuts="/"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onSearch(typed.trim());
              if (event.key !== 'ArrowDown' || !onDown) return;
              event.preventDefault();
              onDown();
            }}
            className={`${fieldLook(undefined)} h-11 pr-12 pl-10`}
            {...wiring}
          />
          <kbd
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rounded-md border border-line bg-paper px-2 font-sans text-small text-soft max-md:hidden"
          >
            /
          </kbd>
        </div>
      )}
    </Labelled>
  );
}
