import { Greeting } from './greeting.tsx';
import { HomeGrid } from './home-grid.tsx';
import { JourneySkeleton } from './journey-frame.tsx';

/** Home before its data has loaded, in the same size. */
export function HomePlaceholder() {
  return (
    <div data-part="placeholder">
      <Greeting now={null} name={null} />
      <HomeGrid>
        <JourneySkeleton />
      </HomeGrid>
    </div>
  );
}
