import { Greeting } from './greeting.tsx';
import { PlanSkeleton } from './plan-frame.tsx';

/** Home before anything of it is known: of the size of what will come. */
export function HomePlaceholder() {
  return (
    <>
      <Greeting now={null} name={null} />
      <PlanSkeleton />
    </>
  );
}
