import { expect, test } from 'vitest';
import { backFrom, logEntries, navigation } from './navigation.ts';
import { pageAt } from './pages.ts';

const trailOf = (path: string) => pageAt(path)?.trail.map(({ label }) => label);

test.each([
  ['/home', 'Home', []],
  ['/overview', 'Plan Overview', []],
  ['/medical-notes', 'Medical Notes', []],
  ['/learn', 'Learn', []],
  ['/support', 'My Coach', []],
  ['/schedule', 'Book Video Call', ['My Coach']],
  ['/account', 'My Account', []],
  ['/before-treatment-survey', 'Before Treatment Survey', ['My Plan', 'Stage 2 Complete']],
  ['/applicator-survey', 'Applicator Survey', ['My Plan', 'Stage 3']],
  ['/log-result/ovulation', 'Log Ovulation Test', []],
  ['/log-result/pregnancy', 'Log Pregnancy Test', []],
  ['/applicator-instructions', 'Applicator Instructions', ['My Plan', 'Stage 3']],
  ['/onboarding-questionnaire', 'Onboarding Questionnaire', []],
  ['/patient-info', 'Patient Information', ['My Plan', 'Initial Survey']],
])('%s is a page with navigation around it: %s', (path, title, trail) => {
  expect(pageAt(path)).toMatchObject({ title, frame: 'layout' });
  expect(trailOf(path)).toEqual(trail);
});

test.each(['/privacy-terms', '/onboarding'])('%s has no navigation around it', (path) => {
  expect(pageAt(path)?.frame).toBe('alone');
});

test('the navigation has six entries, and two more on a phone', () => {
  expect(navigation.map(({ label, to }) => [label, to])).toEqual([
    ['Home', '/home'],
    ['Plan Overview', '/overview'],
    ['Medical Notes', '/medical-notes'],
    ['Learn', '/learn'],
    ['My Coach', '/support'],
    ['My Account', '/account'],
  ]);
  expect(logEntries.map(({ label, to }) => [label, to])).toEqual([
    ['Log ovulation test', '/log-result/ovulation'],
    ['Log pregnancy test', '/log-result/pregnancy'],
  ]);
});

test.each([
  ['/log-result/ovulation', '/home'],
  ['/learn/anything', '/learn'],
  ['/account', '/home'],
  ['/home', null],
])('the back arrow on %s leads to %s', (path, to) => {
  expect(backFrom(path)).toBe(to);
});
