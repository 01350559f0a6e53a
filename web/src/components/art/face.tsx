import { DescribedPicture } from './described-picture.tsx';
import { pictures, type PictureName } from './pictures.ts';

type Props = { name: string; portrait: string | null; className?: string };

/** A person's drawn portrait, or their initials. */
export function Face({ name, portrait, className = '' }: Props) {
  const shape = `shrink-0 overflow-clip rounded-full ${className}`;
  return portrait !== null && portrait in pictures ? (
    <DescribedPicture name={portrait as PictureName} className={shape} />
  ) : (
    <span
      aria-hidden="true"
      className={`@container grid place-items-center bg-blush font-display text-brand-ink ${shape}`}
    >
      <span className="text-[38cqw] leading-none">{initials(name)}</span>
    </span>
  );
}

/** From the first and last name: 'Dr. Anneke Lind' is AL. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !word.endsWith('.'));
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => String.fromCodePoint(word.codePointAt(0)!).toUpperCase()).join('');
}
