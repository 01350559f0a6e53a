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
      {/* Older Safari keeps the theme from an image's own media query; the file turns dark by this address too. */}
      <source media="(prefers-color-scheme: dark)" srcSet={`${src}#dark`} />
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
