import { Greeting } from './greeting.tsx';
import { HomeGrid } from './home-grid.tsx';
import { JourneySkeleton } from './journey-frame.tsx';

/** Home before anything of it is known: of the size of what will come. */
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
