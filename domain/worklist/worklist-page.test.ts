import { expect, test } from 'vitest';
import type { Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { shortDay } from '../time/words.ts';
import { clockTime } from '../time/zoned-words.ts';
import { ACT_NAMES, endsOf } from './ends.ts';
import { CLINIC_RULES, itemsOf, RULES } from './items-of.ts';
import { byKey, isShownTo, withDecisions, type ItemWithDecision } from './item-with-decision.ts';
import { OUTCOME_WORDS } from './outcomes.ts';
import { NOBODY, NOW, QUIET, ZONE } from './testing.ts';
import { CHAPTERS, READERS, type Moment, type Reader } from './testing-moments.ts';
import { mayEnd } from './who-may-end.ts';

const MOMENTS = Object.values(CHAPTERS).flat();

const INTRODUCTION = `# Today: what needs the care team

What Today shows in moments of a clinic's life, in its order, by the rules of \`domain/worklist\`. It is Wednesday, November 18, 2026,
10 am in New York, unless the moment says otherwise. Robin's coach is Marisol. 'Urgent' items come first, the oldest on top; then overdue
ones; then the rest by due time. \`domain/worklist/worklist-page.test.ts\` fails when the rules say something else than this page; \`npx vitest
run domain/worklist -u\` writes it anew, and you read the difference. [How an item reaches Today](subjects/worklist.md).
`;

test('the Today page matches the rules', async () => {
  const chapters = Object.entries(CHAPTERS).map(([title, moments]) => chapter(title, moments));
  await expect([INTRODUCTION, ...chapters].join('\n')).toMatchFileSnapshot('../../docs/worklist.md');
});

test('the page has at least 40 moments, each named once in its chapter', () => {
  expect(MOMENTS.length).toBeGreaterThanOrEqual(40);
  for (const [title, moments] of Object.entries(CHAPTERS)) {
    expect(new Set(moments.map(({ when }) => when)).size, title).toBe(moments.length);
  }
});

function chapter(title: string, moments: Moment[]): string {
  const rows = moments.flatMap((moment) => rowsOf(moment));
  return [
    `## ${title}`,
    '',
    '| Moment | Reader | Today shows | Whose it is | Due | Ends by |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function rowsOf(moment: Moment): string[] {
  const { when, reader = 'Marisol', now = NOW } = moment;
  const who = `${reader}, ${READERS[reader].role}`;
  const items = shownTo(reader, moment);
  if (items.length === 0) return [`| ${when} | ${who} | nothing | | | |`];
  const isAlone = items.length === 1;
  return items.map((item, place) => {
    const number = isAlone ? '' : `${place + 1}. `;
    return `| ${place === 0 ? when : ''} | ${place === 0 ? who : ''} | ${number}${what(item, now)} | ${whose(item)} | ${due(item.dueAt, now)} | ${ending(item, reader)} |`;
  });
}

function shownTo(
  reader: Reader,
  { now = NOW, patients = [], clinic, decisions = [] }: Moment,
): ItemWithDecision[] {
  const facts = {
    ...NOBODY,
    ...clinic,
    patients: patients.map((patient) => ({ ...QUIET, name: 'Robin', ...patient })),
  };
  return withDecisions(itemsOf(facts, now), byKey(decisions), now).filter(
    (item) => !item.isDone && isShownTo(item, READERS[reader], reader === 'Marisol'),
  );
}

function what({ title, why, isUrgent, patient, remindAt }: ItemWithDecision, now: Instant): string {
  const hidden = remindAt === null ? '' : ` (hidden until ${due(remindAt, now)})`;
  return `${isUrgent ? '**Urgent** ' : ''}${title}${patient ? `, ${patient.name}` : ''}: ${why.replaceAll('|', '/')}${hidden}`;
}

function whose({ owner, ownerId, takenBy, isHeld, handedTo }: ItemWithDecision): string {
  const name = (id: string) => Object.entries(READERS).find(([, person]) => person.id === id)?.[0] ?? id;
  if (takenBy) return `taken by ${takenBy.name}${isHeld ? '' : ', who can’t end it: the alarm still rings'}`;
  if (handedTo && owner !== 'clinician') return `handed to ${handedTo.name}`;
  if (ownerId !== null) return name(ownerId);
  return {
    coach: 'any coach',
    clinician: 'any clinician',
    administrator: 'any administrator',
    host: 'its host',
  }[owner];
}

function due(at: Instant, now: Instant): string {
  const day = localDate(at, ZONE);
  return `${day === localDate(now, ZONE) ? '' : `${shortDay(day)}, `}${clockTime(at, ZONE)}`;
}

function ending(item: ItemWithDecision, reader: Reader): string {
  const { acts, outcomes } = endsOf(item);
  const ways = [
    ...acts.map((act) => `'${ACT_NAMES[act]}'`),
    ...outcomes.map((outcome) => `'${OUTCOME_WORDS[outcome]}'`),
  ].join(', ');
  return mayEnd(item, READERS[reader]) ? ways : `not by ${reader}: ${ways}`;
}

test('every rule has a moment on the page', () => {
  const shown = new Set(
    MOMENTS.flatMap((moment) =>
      [...new Set<Reader>(['Marisol', 'Dr. Lind', 'Alex'])].flatMap((reader) =>
        shownTo(reader, moment).map(({ rule }) => rule),
      ),
    ),
  );
  const missing = [...RULES, ...CLINIC_RULES].filter(({ id }) => !shown.has(id));
  expect(missing.map(({ title }) => title)).toEqual([]);
});
