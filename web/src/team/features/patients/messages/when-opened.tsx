import { lazy, Suspense, type ComponentProps } from 'react';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';

// Loaded when opened, because people read a record before they write in it.
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
