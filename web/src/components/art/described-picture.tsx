import { Picture } from './picture.tsx';
import { pictures, type PictureName } from './pictures.ts';

/** A picture that says what it shows. Apart from <Picture>, because sign-in and Home need none of these words. */
export function DescribedPicture({ name, className }: { name: PictureName; className: string }) {
  return <Picture name={name} {...pictures[name]} className={className} />;
}
