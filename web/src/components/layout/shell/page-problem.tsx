import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';

/** Where a page broke: the rest of the portal is still there. */
export function PageProblem() {
  return (
    <Card className="rise max-w-xl">
      <div role="alert" className="p-1 sm:p-3">
        <h1 className="text-title">Something went wrong</h1>
        <p className="mt-3 text-soft">This page did not load as it should. What you saved before is safe.</p>
        <Button className="mt-6" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </div>
    </Card>
  );
}
