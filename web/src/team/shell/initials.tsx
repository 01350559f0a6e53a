/** Decoration: the name stands beside it, or is read aloud with it. */
export function Initials({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-brand text-[0.8125rem] font-semibold text-on-brand"
    >
      {initialsOf(name)}
    </span>
  );
}

/** Of the first and the last name, whatever stands before or between them: Dr. Anneke de Visser is AV. */
export function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part) && !/^\p{L}+\.$/u.test(part));
  const ends = names.length > 1 ? [names[0]!, names.at(-1)!] : names;
  return ends.map((part) => String.fromCodePoint(part.codePointAt(0)!).toUpperCase()).join('');
}
