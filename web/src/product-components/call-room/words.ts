import type { CallState } from './call.ts';
import type { MediaProblem } from './media.ts';

export const GONE: Record<'left' | 'refused' | 'elsewhere', [title: string, words: string]> = {
  left: ['You left the call', 'Your camera and microphone are off.'],
  refused: ['The room is closed', 'This call has ended, or it was moved or canceled.'],
  elsewhere: [
    'You’re in this call on another device',
    'You joined from another window or device, so we disconnected this one.',
  ],
};

export const PROBLEMS: Record<MediaProblem, { title: string; help: string }> = {
  denied: {
    title: 'We can’t use your camera and microphone yet.',
    help: 'Your browser is blocking them. Select the camera or lock icon next to the web address, allow both, and try again.',
  },
  missing: {
    title: 'We couldn’t find a camera or microphone.',
    help: 'Please plug one in or turn it on, and try again. You can also join without a camera.',
  },
  busy: {
    title: 'Your camera or microphone is in use.',
    help: 'Another app may be using it. Please close that app and try again.',
  },
  unsupported: {
    title: 'This browser can’t make video calls.',
    help: 'Please open the call in a current version of Chrome, Edge, Firefox or Safari.',
  },
};

/** For someone without a microphone. */
export const joinsToListen = (name: string): string =>
  `You can join without a microphone. You’ll see and hear ${name}, but ${name} won’t hear you.`;

/** One sentence about who is present: shown, and read aloud when it changes. */
export const whoIsThere = (call: CallState, name: string): string => SENTENCES[call.stage](name, call);

/** To a guest whose link someone else may have. */
export const openElsewhere = (hostName: string): string =>
  `Your link was opened on another device. If that wasn’t you, tell ${hostName}.`;

/** About the guest. We never say that someone is waiting for them. */
export const guestIsHere = ({ stage, other }: CallState, name: string): string =>
  stage === 'together'
    ? [`${name} is here.`, other?.muted && 'They’re muted.'].filter(Boolean).join(' ')
    : stage === 'lost'
      ? `We lost the connection to ${name}.`
      : `${name} isn’t here yet.`;

const SENTENCES: Record<CallState['stage'], (name: string, call: CallState) => string> = {
  entering: () => 'You’re joining the call.',
  alone: (name, { wasHere }) =>
    wasHere
      ? `${name} has left the call. You can stay in case they come back.`
      : `You’re in. Waiting for ${name} to join.`,
  connecting: (name) => `${name} is here. We’re connecting you.`,
  lost: (name) => `We lost the connection to ${name} and are trying to reconnect.`,
  together: (name, { other }) =>
    [`${name} is here.`, other?.sharing && 'They’re sharing their screen.', other?.muted && 'They’re muted.']
      .filter(Boolean)
      .join(' '),
  refused: () => '',
  elsewhere: () => '',
};
