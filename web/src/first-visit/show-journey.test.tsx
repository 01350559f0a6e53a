import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { JOURNEY } from '@domain/journey/definition.ts';
import { stepsOf } from '@domain/journey/outline.ts';
import type { Progress } from '@domain/journey/progress.ts';
import { Greeting } from '@/patient/features/journey/home/greeting.tsx';
import { HomeGrid } from '@/patient/features/journey/home/home-grid.tsx';
import { JourneyCard } from '@/patient/features/journey/home/journey-card.tsx';
import { JourneyTemplate } from './journey-template.tsx';
import { showJourney } from './show-journey.ts';

const steps = JOURNEY.flatMap(stepsOf).map(({ phase, cycle }) => ({ phaseId: phase.id, cycleNumber: cycle }));
const progress: fc.Arbitrary<Progress> = fc.record({
  completed: fc.nat(steps.length).map((done) => steps.slice(0, done)),
  status: fc.constantFrom('Active', 'Paused', 'Pregnant', 'Withdrawn'),
});

function prerenderedPage(): HTMLElement {
  const page = document.createElement('main');
  const template = renderToStaticMarkup(<JourneyTemplate />);
  page.innerHTML = `<div data-part="placeholder">…</div>${template}`;
  return page;
}

test('a prerendered page shows every patient what the portal will show', () => {
  fc.assert(
    fc.property(
      progress,
      fc.string(),
      fc.option(fc.string()),
      fc.integer({ min: 0, max: 4e12 }),
      (at, name, programmeName, now) => {
        const page = prerenderedPage();
        expect(showJourney(page, { name, programmeName, progress: at }, now)).toBe(true);
        const rendered = document.createElement('div');
        rendered.innerHTML = renderToStaticMarkup(
          <>
            <Greeting now={now} name={name} />
            <HomeGrid>
              <JourneyCard programmeName={programmeName} progress={at} />
            </HomeGrid>
          </>,
        );
        expect(page.firstElementChild!.innerHTML).toBe(rendered.innerHTML);
      },
    ),
  );
});

test('a page that was not prerendered this way stays as it is', () => {
  const page = document.createElement('main');
  const journey = {
    name: 'Robin',
    programmeName: null,
    progress: { completed: [], status: 'Active' as const },
  };
  expect(showJourney(page, journey, 0)).toBe(false);
});
