type Props = { name: string; look?: 'whole' | 'small' | 'other' };

const LOOKS: Record<NonNullable<Props['look']>, string> = {
  whole: 'size-9 bg-brand text-[0.8125rem] text-on-brand',
  small: 'size-6 bg-brand text-[0.75rem] text-on-brand',
  /** A colleague, next to oneself. */
  other: 'size-6 bg-line text-[0.75rem] text-ink',
};

/** Decorative: the name is next to it, or announced with it. */
export function Initials({ name, look = 'whole' }: Props) {
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-full font-semibold ${LOOKS[look]}`}
    >
      {initialsOf(name)}
    </span>
  );
}

/** From the first and last name, whatever comes before or between: Dr. Anneke de Visser is AV. */
export function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part) && !/^\p{L}+\.$/u.test(part));
  const ends = names.length > 1 ? [names[0]!, names.at(-1)!] : names;
  return ends.map((part) => String.fromCodePoint(part.codePointAt(0)!).toUpperCase()).join('');
}
