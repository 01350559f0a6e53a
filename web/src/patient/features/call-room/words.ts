import type { CallState } from './call.ts';
import type { MediaProblem } from './media.ts';

export const PROBLEMS: Record<MediaProblem, { title: string; help: string }> = {
  denied: {
    title: 'We cannot use your camera and microphone yet.',
    help: 'Your browser was told not to share them. Choose the camera or lock sign beside the address, allow both, and try again.',
  },
  missing: {
    title: 'We could not find a camera or a microphone.',
    help: 'Please plug one in or switch it on, and try again. You can also join without a camera.',
  },
  busy: {
    title: 'Your camera or microphone is in use.',
    help: 'Another program seems to hold it. Please close that program, and try again.',
  },
  unsupported: {
    title: 'This browser cannot make video calls.',
    help: 'Please open the call in a current version of Chrome, Edge, Firefox or Safari.',
  },
};

/** For someone without a microphone. */
export const joinsToListen = (name: string): string =>
  `You can join without a microphone. You’ll see and hear ${name}, but ${name} won’t hear you.`;

/** Who is there, in one sentence: shown, and read aloud when it changes. */
export const whoIsThere = (call: CallState, name: string): string => SENTENCES[call.stage](name, call);

const SENTENCES: Record<CallState['stage'], (name: string, call: CallState) => string> = {
  entering: () => 'You are entering the call.',
  alone: (name, { wasHere }) =>
    wasHere
      ? `${name} has left the call. You can stay in case they come back.`
      : `You are here. ${name} has not come in yet.`,
  connecting: (name) => `${name} is here. We are connecting you.`,
  lost: (name) => `The connection to ${name} was lost. We are trying to get it back.`,
  together: (name, { other }) =>
    [
      `${name} is here.`,
      other?.sharing && 'They are sharing their screen.',
      other?.muted && 'They are muted.',
    ]
      .filter(Boolean)
      .join(' '),
  refused: () => '',
  elsewhere: () => '',
};
