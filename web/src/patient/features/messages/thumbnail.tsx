import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MESSAGES } from '@domain/copy/messages.ts';
import type { SentPicture } from '@domain/messages/conversation.ts';
import { pictureQuery } from './picture-query.ts';

/** Loaded when it comes into view: a conversation may have many. Where it does not load, the download says so. */
export function Thumbnail({ picture }: { picture: SentPicture }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => seen.some((one) => one.isIntersecting) && setIsNear(true),
    );
    watcher.observe(frame.current!);
    return () => watcher.disconnect();
  }, []);
  const { data } = useQuery({ ...pictureQuery(picture), enabled: isNear });
  return (
    <div ref={frame} className="size-24 overflow-clip rounded-field border border-line bg-paper">
      {data && <Shown file={data} alt={MESSAGES.pictures.picture(picture.place)} />}
    </div>
  );
}

function Shown({ file, alt }: { file: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    image.current!.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return <img ref={image} alt={alt} className="size-full object-cover" />;
}
