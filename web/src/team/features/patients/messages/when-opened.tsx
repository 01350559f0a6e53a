import { lazy, Suspense, type ComponentProps } from 'react';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';

// A record is read before anyone writes in it, so these load when they are opened.
const LoadedConversation = lazy(() =>
  import('./conversation.tsx').then((loaded) => ({ default: loaded.Conversation })),
);
const LoadedNewMessage = lazy(() =>
  import('./new-message.tsx').then((loaded) => ({ default: loaded.NewMessage })),
);

export const Conversation = (props: ComponentProps<typeof LoadedConversation>) => (
  <Suspense fallback={<LoadingBlock label="Loading the conversation..." lines={6} />}>
    <LoadedConversation {...props} />
  </Suspense>
);

export const NewMessage = (props: ComponentProps<typeof LoadedNewMessage>) => (
  <Suspense fallback={<LoadingBlock label="Loading....." lines={6} />}>
    <LoadedNewMessage {...props} />
  </Suspense>
);
