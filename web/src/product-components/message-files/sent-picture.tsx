import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { MESSAGES } from '@domain/copy/messages.ts';
import { PictureOf } from './picture-of.tsx';
import type { LoadFile, ShownFile } from './shown-file.ts';

const LargePicture = lazy(() => import('./large-picture.tsx'));

/** Loads when it scrolls into view, because a conversation may have many. Pressing it enlarges it. */
export function SentPicture({ file, load }: { file: ShownFile; load: LoadFile }) {
  const frame = useRef<HTMLButtonElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [size, setSize] = useState<'small' | 'large' | 'small again'>('small');
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
    // Sent files never change.
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
        onClick={() => setSize('large')}
        className="press block min-h-24 min-w-24 max-w-full overflow-clip rounded-field border border-line bg-paper enabled:cursor-zoom-in"
      >
        {data && <PictureOf file={data} alt={name} className="max-h-60 max-w-full object-contain" />}
        {error && <span className="block p-3 text-small text-soft">{MESSAGES.files.notLoaded}</span>}
      </button>
      {data && size !== 'small' && (
        <Suspense>
          <LargePicture
            open={size === 'large'}
            file={data}
            name={name}
            onClose={() => setSize('small again')}
          />
        </Suspense>
      )}
    </>
  );
}
