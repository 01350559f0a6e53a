import { expect, test } from 'vitest';
import { Answers } from '../../onboarding/questionnaire.ts';
import { FreeText } from './free-text.ts';
import { MAX_CHARACTERS, MAX_MESSAGE, MAX_NOTE, MAX_NOTE_TITLE, MAX_PERSON_NAME } from './lengths.ts';
import { MessageText } from './message-text.ts';
import { RecordAgreementRequest } from '../patient/record-agreement.ts';
import { TeamNotesRequest } from '../team/team-notes.ts';

const draft = {
  action: 'save',
  patientId: '11111111-1111-4111-8111-111111111111',
  kind: 'medical',
  date: '2026-11-18',
  title: 'Title',
  text: 'Text',
};
/** The sentences about one field, for a form that lacks others. */
const aboutIt = (issues: readonly { message: string }[] | undefined) =>
  [...new Set((issues ?? []).map(({ message }) => message))].filter((message) =>
    message.includes('no more than'),
  );

test.each([
  ['free text', MAX_CHARACTERS, (text: string) => FreeText.safeParse(text)],
  ['a message', MAX_MESSAGE, (text: string) => MessageText.safeParse(text)],
  ['a note', MAX_NOTE, (text: string) => TeamNotesRequest.safeParse({ ...draft, text })],
  ['the title of a note', MAX_NOTE_TITLE, (title: string) => TeamNotesRequest.safeParse({ ...draft, title })],
  [
    'the questionnaire',
    MAX_CHARACTERS,
    (text: string) => Answers.safeParse({ family_set_up: 'Other', family_set_up_other: text }),
  ],
  [
    'the name of the person who uses the applicator',
    MAX_PERSON_NAME,
    (name: string) => RecordAgreementRequest.safeParse({ person: 'partner', name, agreed: true }),
  ],
])('%s is limited to %i characters, and an emoji counts as one', (_, max, parse) => {
  const words = `Please use no more than ${max.toLocaleString('en-US')} characters`;
  for (const letter of ['a', 'é', '💜']) {
    expect(aboutIt(parse(letter.repeat(max)).error?.issues)).toEqual([]);
    expect(aboutIt(parse(letter.repeat(max + 1)).error?.issues)).toEqual([words]);
  }
});
