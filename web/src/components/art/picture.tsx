import { darkPictureAddress, pictureAddress } from './picture-address.ts';
import type { PictureName } from './pictures.ts';

type Props = {
  name: PictureName;
  className?: string;
  lazy?: boolean;
  /** Empty if the text next to it already says everything. */
  alt?: string;
  width?: number;
  height?: number;
};

/** A picture from the set. It fills the frame given by its classes, cropped around the middle. */
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
