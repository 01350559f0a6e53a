import { darkPictureAddress, pictureAddress } from './picture-address.ts';
import type { PictureName } from './pictures.ts';

type Props = {
  name: PictureName;
  className?: string;
  lazy?: boolean;
  /** Empty where the picture says nothing that the text next to it does not say. */
  alt?: string;
  width?: number;
  height?: number;
};

/** A picture of the set. It fills whatever frame its classes give it, cropped around the middle. */
export function Picture({ name, className = '', lazy = false, alt = '', width = 480, height = 360 }: Props) {
  return (
    <picture className="contents">
      <source media="(prefers-color-scheme: dark)" srcSet={darkPictureAddress(name)} />
      <img
        src={pictureAddress(name)}
        alt={alt}
        width={width}
        height={height}
        loading={lazy ? 'lazy' : 'eager'}
        decoding="async"
        className={`object-cover ${className}`}
      />
    </picture>
  );
}
