import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { HomePlaceholder } from '@/patient/features/journey/home/home-placeholder.tsx';

/** What a page shows until it is known whether it may be opened: the same that the build writes into its HTML. */
export function PagePlaceholder({ path }: { path: string }) {
  if (path === '/home') return <HomePlaceholder />;
  return <LoadingBlock label="Loading....." lines={3} className="max-w-xl" />;
}
