import { MessagePage } from '@/components/feedback/message-page.tsx';
import { Button } from '@/components/action/button.tsx';
import { ConfigProblem } from '@/lib/backend/config.ts';

/** Shown instead of the portal if it does not know its server or cannot reach it. */
export function CannotStart({ problem }: { problem: unknown }) {
  if (problem instanceof ConfigProblem && problem.kind === 'missing') {
    return (
      <MessagePage title="The portal is not set up yet">
        <p>It does not know where its server is, so it cannot start. Nothing is wrong on your side.</p>
        <p>
          If you run this portal: serve a file config.json with supabaseUrl and supabaseAnonKey, or build it
          with VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY.
        </p>
      </MessagePage>
    );
  }
  return (
    <MessagePage title="We cannot reach the portal">
      <p>Please check your connection and try again in a moment. What you saved before is safe.</p>
      <Button className="mt-5" onClick={() => location.reload()}>
        Try again
      </Button>
    </MessagePage>
  );
}
