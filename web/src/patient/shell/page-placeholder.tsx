import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { HomePlaceholder } from '@/patient/features/journey/home/home-placeholder.tsx';

/** Shown until it is known whether the page may open. The build writes the same into the page's HTML. */
export function PagePlaceholder({ path }: { path: string }) {
  if (path === '/home') return <HomePlaceholder />;
  return <LoadingBlock label="Loading....." lines={3} className="max-w-xl" />;
}
