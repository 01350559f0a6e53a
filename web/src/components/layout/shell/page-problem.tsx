import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';

/** Shown where a page crashed: the rest of the portal still works. */
export function PageProblem() {
  return (
    <Card className="rise max-w-xl">
      <div role="alert" className="p-1 sm:p-3">
        <h1 className="text-title">Something went wrong</h1>
        <p className="mt-3 text-soft">This page didn’t load properly. Everything you saved is safe.</p>
        <Button className="mt-6" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </div>
    </Card>
  );
}
