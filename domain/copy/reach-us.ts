/** Wherever help is spoken of. Anyone who has no number to call is told how else. */
export const REACH_US = {
  heading: 'How to reach us',
  call: 'Call us at',
  write: 'Write to your coach at',
  emergency: 'In an emergency, at any hour:',
  emergencyCall: 'call',
  noNumber: 'use your local emergency number, or go to the nearest emergency room.',
};
