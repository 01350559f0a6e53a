import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MESSAGES } from '@domain/copy/messages.ts';
import { Dialog } from '@/components/overlay/dialog.tsx';
import type { LoadFile, ShownFile } from './shown-file.ts';

/** Loaded when it comes into view: a conversation may have many. A press shows it as large as the screen lets it. */
export function SentPicture({ file, load }: { file: ShownFile; load: LoadFile }) {
  const frame = useRef<HTMLButtonElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [isLarge, setIsLarge] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => seen.some((one) => one.isIntersecting) && setIsNear(true),
    );
    watcher.observe(frame.current!);
    return () => watcher.disconnect();
  }, []);
  const { data, error } = useQuery({
    queryKey: ['message-file', file.id],
    queryFn: () => load(file),
    // What was sent never changes.
    staleTime: Infinity,
    retry: false,
    enabled: isNear,
  });
  const name = MESSAGES.files.picture(file.place);
  return (
    <>
      <button
        ref={frame}
        type="button"
        aria-label={MESSAGES.files.enlarge(file.place)}
        disabled={!data}
        onClick={() => setIsLarge(true)}
        className="press block min-h-24 min-w-24 max-w-full overflow-clip rounded-field border border-line bg-paper enabled:cursor-zoom-in"
      >
        {data && <Shown file={data} alt={name} className="max-h-60 max-w-full object-contain" />}
        {error && <span className="block p-3 text-small text-soft">{MESSAGES.files.notLoaded}</span>}
      </button>
      <Dialog open={isLarge} title={name} onClose={() => setIsLarge(false)}>
        {data && <Shown file={data} alt={name} className="mx-auto max-h-[75dvh] max-w-full object-contain" />}
      </Dialog>
    </>
  );
}

/** From bytes in memory: nothing leads a browser to the file itself. */
function Shown({ file, alt, className }: { file: Blob; alt: string; className: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    image.current!.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return <img ref={image} alt={alt} className={className} />;
}
