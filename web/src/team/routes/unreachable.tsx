import { Button } from '@/components/action/button.tsx';
import { MessagePage } from '@/components/feedback/message-page.tsx';

/** Nobody is let in, and nobody is sent away, as long as it is not known who they are. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <MessagePage title="We cannot reach the workspace">
      <p>Please check your connection and try again in a moment.</p>
      <Button className="mt-5" onClick={onRetry}>
        Try again
      </Button>
    </MessagePage>
  );
}
