import { darkPictureAddress } from './picture-address.ts';
import { pictures, type PictureName } from './pictures.ts';

type Props = {
  name: PictureName;
  className?: string;
  /** Says nothing that the text beside it does not say. */
  decorative?: boolean;
  lazy?: boolean;
};

/** A picture of the set. It fills whatever frame its classes give it, cropped around the middle. */
export function Picture({ name, className = '', decorative = false, lazy = false }: Props) {
  const { src, alt, width, height } = pictures[name];
  return (
    <picture className="contents">
      <source media="(prefers-color-scheme: dark)" srcSet={darkPictureAddress(name)} />
      <img
        src={src}
        alt={decorative ? '' : alt}
        width={width}
        height={height}
        loading={lazy ? 'lazy' : 'eager'}
        decoding="async"
        className={`object-cover ${className}`}
      />
    </picture>
  );
}
