import { Button } from '@/components/action/button.tsx';
import { Message } from './message.tsx';

/** While it isn't known who someone is, no one is let in or sent away. */
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
