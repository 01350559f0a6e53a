import type { Query } from '../database/query-types.ts';

const TEMPLATES = [
  {
    name: 'Initial consultation',
    text: `## What brings you here

## History

- **Cycle**:
- **Earlier tests and treatments**:
- **Medicines and allergies**:

## What we agreed

1. `,
  },
  {
    name: 'Coach check-in',
    text: `Thank you for your time today.

## How it went

- **Tests**:
- **Applicators**:
- **How you are**:

## Next steps

1. `,
  },
  {
    name: 'After a negative test',
    text: `I’m sorry that it wasn’t this cycle.

## What we saw this cycle

- **Peak**:
- **Applicators**:

## What we’d like to do next

1. `,
  },
];

/** The clinic's own texts for notes. */
export async function addTemplates(query: Query): Promise<void> {
  for (const { name, text } of TEMPLATES)
    await query('insert into public.note_templates (name, text) values ($1, $2)', [name, text.trim()]);
}

const REPLIES = [
  {
    name: 'Kit on its way',
    text: 'Hi {first name}, your kit is on its way. You’ll find the tracking link under Your Kit.',
  },
  {
    name: 'When to test',
    text: 'Hi {first name}, please test once a day, at about the same time. Your first day to test is {day}.',
  },
  {
    name: 'Thank you',
    text: 'Thank you for letting us know, {first name}. Write to us any time.',
  },
];
const OWN_REPLY = {
  name: 'Before our call',
  text: 'Hi {first name}, I look forward to our call. Is there anything you’d like to talk about first?',
};

/** The clinic's saved replies, and one the coach wrote for herself. */
export async function addSavedReplies(query: Query): Promise<void> {
  for (const { name, text } of REPLIES)
    await query('insert into public.saved_replies (name, text) values ($1, $2)', [name, text]);
  await query(
    `insert into public.saved_replies (person_id, name, text)
     select id, $1, $2 from public.care_team where email = 'coach@example.com'`,
    [OWN_REPLY.name, OWN_REPLY.text],
  );
}
