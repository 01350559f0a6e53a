import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LearnOverview } from './overview.tsx';

afterEach(cleanup);

const NOW = Date.UTC(2026, 10, 18, 12);
const article = (id: string, date: string | null = null) => ({
  id,
  title: `About ${id}`,
  description: `What ${id} is.`,
  image: `/pictures/${id}.jpg`,
  link: `https://clinic.example/${id}`,
  event: date === null ? null : { date },
});

const COLLECTIONS = [
  {
    handle: 'events',
    title: 'Events',
    url: 'https://clinic.example/events',
    articles: [article('evening', '2026-12-01T18:00:00Z'), article('past', '2026-10-01T18:00:00Z')],
  },
  {
    handle: 'window',
    title: 'Your window',
    url: 'https://clinic.example/window',
    articles: ['a', 'b', 'c', 'd'].map((id) => article(id)),
  },
];

const region = (name: string) => within(screen.getByRole('region', { name }));
const show = () =>
  render(
    <LearnOverview collections={COLLECTIONS} now={NOW} eventsPage="https://clinic.example/events" shows />,
  );

test('the upcoming event has its date, title, description and picture, a Sign Up link and a View All link', () => {
  show();
  const event = region('Upcoming event');
  expect(event.getByText(/December 1, 2026/)).toBeDefined();
  expect(event.getByRole('heading', { name: 'About evening' })).toBeDefined();
  expect(event.getByText('What evening is.')).toBeDefined();
  const section = screen.getByRole('region', { name: 'Upcoming event' });
  expect(section.querySelector('img')?.getAttribute('src')).toBe('/pictures/evening.jpg');
  expect(event.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe(
    'https://clinic.example/evening',
  );
  const all = event.getByRole('link', { name: 'View All' });
  expect(all.getAttribute('href')).toBe('https://clinic.example/events');
});

test('past events are recordings, and every other collection has three articles and a View All link', () => {
  show();
  expect(region('Event recordings').getByRole('heading', { name: 'About past' })).toBeDefined();
  const section = region('Your window');
  expect(section.getAllByRole('link', { name: 'Read more' })).toHaveLength(3);
  expect(section.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe(
    'https://clinic.example/window',
  );
});

test('every card opens in a new tab', () => {
  show();
  for (const link of screen.getAllByRole('link', { name: /Read more|Sign Up/ }))
    expect(link.getAttribute('target')).toBe('_blank');
});

test('outside treatment everything is a list of titles, with what fits the patient first', () => {
  render(
    <LearnOverview
      collections={[...COLLECTIONS, { ...COLLECTIONS[1]!, handle: 'hard-days', title: 'Hard days' }]}
      now={NOW}
      eventsPage="https://clinic.example/events"
      shows={false}
      first="hard-days"
    />,
  );
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Hard days',
    'Events',
    'Your window',
  ]);
});
