import { useEffect, useRef } from 'react';

/** From bytes in memory, so that the browser never opens the file itself. */
export function PictureOf({ file, alt, className }: { file: Blob; alt: string; className: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    image.current!.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return <img ref={image} alt={alt} className={className} />;
}
