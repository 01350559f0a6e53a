import { Picture } from '@/components/art/picture.tsx';

const COVERS = ['cover-1', 'cover-2', 'cover-3', 'cover-4', 'cover-5'] as const;

type Props = {
  /** The picture's address from the article. */
  image: string | null;
  /** Picks a cover, always the same for an article, if we have no picture of our own. */
  seed: string;
  className?: string;
};

/**
 * An article's picture. Pictures on other servers aren't loaded, because those servers would learn who reads
 * here.
 */
export function Cover({ image, seed, className = '' }: Props) {
  const drawn = COVERS.find((name) => image === `/art/${name}.svg`);
  if (drawn || !isOurs(image)) {
    return <Picture name={drawn ?? coverFor(seed)} lazy className={className} />;
  }
  return <img src={image} alt="" loading="lazy" decoding="async" className={`object-cover ${className}`} />;
}

const isOurs = (image: string | null): image is string => image !== null && /^\/(?![/\\])/.test(image);

const coverFor = (seed: string) =>
  COVERS[Array.from(seed).reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % COVERS.length]!;
