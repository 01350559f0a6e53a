import type { InteractionType } from '../contracts/fields/interaction-type.ts';
import type { LINKED_APPOINTMENT_TYPES } from './linked-appointment-types.ts';

type StandardType = {
  slug: (typeof LINKED_APPOINTMENT_TYPES)[number] | 'short-call';
  name: string;
  /** The name administrators see instead, if the real one reveals something about health. */
  neutralName: string;
  description: string;
  minutes: number;
  buffer: number;
  notice: number;
  horizon: number;
  interaction: InteractionType;
  role: 'coach' | 'clinician';
};

const shared = { neutralName: '', buffer: 15, horizon: 60, interaction: 'video_call' } as const;

/**
 * The call types of a new clinic: those the portal links to, and an everyday call as long as the safety call,
 * because administrators see lengths.
 */
export const STANDARD_APPOINTMENT_TYPES: readonly StandardType[] = [
  {
    ...shared,
    slug: 'initial-consultation',
    name: 'Initial Consultation',
    description: 'A video call with a licensed clinician about your history, your goals and your plan.',
    minutes: 45,
    notice: 120,
    role: 'clinician',
  },
  {
    ...shared,
    slug: 'post-treatment-review',
    name: 'Post-Treatment Review',
    description: 'Look back on your treatment with your clinician, and talk about what comes next.',
    minutes: 45,
    notice: 120,
    role: 'clinician',
  },
  {
    ...shared,
    slug: 'meet-your-clinical-coach',
    name: 'Meet Your Clinical Coach',
    description: 'Get to know your coach, go through the kit together and ask whatever is on your mind.',
    minutes: 30,
    notice: 60,
    role: 'coach',
  },
  {
    ...shared,
    slug: 'clinical-coach-support-call',
    name: 'Clinical Coach Support Call',
    description: 'Time with your coach for anything your treatment brings up.',
    minutes: 30,
    notice: 60,
    role: 'coach',
  },
  {
    ...shared,
    slug: 'safety-call',
    name: 'Safety call',
    neutralName: 'Clinician call',
    description: 'Fifteen minutes with a clinician about your answers to the safety check.',
    minutes: 15,
    notice: 15,
    role: 'clinician',
  },
  {
    ...shared,
    slug: 'short-call',
    name: 'Short call',
    description: 'Fifteen minutes with a clinician for a quick question.',
    minutes: 15,
    notice: 15,
    role: 'clinician',
  },
];
