import { Picture } from '@/components/art/picture.tsx';

const COVERS = ['cover-1', 'cover-2', 'cover-3', 'cover-4', 'cover-5'] as const;

type Props = {
  /** The address that came with the article. */
  image: string | null;
  /** Chooses a cover, always the same one, if there is no picture of our own. */
  seed: string;
  className?: string;
};

/** An article's picture. Those of other servers are not asked for: they would learn who reads here. */
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
