import { isInUnitedStates } from './emergency-number.ts';

export type Helpline = {
  name: string;
  number: string;
  /** Where it also reads texts. */ text?: string;
  about?: string;
};

/** As these lines publish their numbers themselves. */
const UNITED_STATES: readonly Helpline[] = [
  {
    name: '988 Suicide & Crisis Lifeline',
    number: '988',
    text: '988',
    about: 'For anyone in crisis or in emotional distress, at any hour.',
  },
  {
    name: 'RESOLVE HelpLine',
    number: '866-668-2566',
    about: 'About infertility and building a family. Leave a message and a volunteer will call you back.',
  },
  {
    name: 'Postpartum Support International',
    number: '800-944-4773',
    text: '800-944-4773',
    about: 'About feelings in pregnancy, after a loss and after a birth.',
  },
];

/** The clinic's own, as `Name: number; Name: number`; else the American ones in the United States. */
export function helplinesOf(setting: string, zone: string): readonly Helpline[] {
  if (setting) return setting.split(';').flatMap(ownLine);
  return isInUnitedStates(zone) ? UNITED_STATES : [];
}

const OWN = /^\s*([^:;]{1,80}):\s*([+\d][\d ().-]{1,29})\s*$/;

/** Whether each part of the setting is a name and a number. */
export const areHelplines = (setting: string): boolean => setting.split(';').every((part) => OWN.test(part));

function ownLine(part: string): Helpline[] {
  const [, name, number] = OWN.exec(part) ?? [];
  return name && number ? [{ name: name.trim(), number: number.trim() }] : [];
}
