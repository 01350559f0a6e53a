import { Button } from '@/components/action/button.tsx';
import { Message } from './message.tsx';

/** No one is let in, and no one is sent away, as long as it is not known who they are. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <Message
      title="We can’t reach the workspace"
      words="Please check your connection and try again in a moment."
    >
      <Button onClick={onRetry}>Try again</Button>
    </Message>
  );
}
