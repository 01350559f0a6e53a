import { Picture } from './picture.tsx';
import { pictures, type PictureName } from './pictures.ts';

/**
 * A picture with its description. Separate from <Picture>, because sign-in and Home need none of these
 * words.
 */
export function DescribedPicture({ name, className }: { name: PictureName; className: string }) {
  return <Picture name={name} {...pictures[name]} className={className} />;
}
