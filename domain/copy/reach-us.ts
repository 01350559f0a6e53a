/** Shown wherever a page mentions help. Without a number to call, it says how else to get help. */
export const REACH_US = {
  heading: 'How to reach us',
  call: 'Call us at',
  callClinic: (name: string): string => `Call ${name} at`,
  write: 'Write to your coach at',
  /** Below a button that calls the clinic. */
  hours: (hours: string): string => `Phone hours: ${hours}.`,
  emergency: 'In an emergency, at any hour:',
  emergencyCall: 'call',
  noNumber: 'use your local emergency number, or go to the nearest emergency room.',
};
