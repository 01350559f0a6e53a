import type { MissingCall } from './clinic/unbookable-types.ts';
import { DEMO_PATIENTS } from './demo/patients.ts';
import type { Settings } from './settings/settings.ts';

/** What a newcomer needs to know once the portal answers. */
export function welcome(settings: Settings, url: string, missing: MissingCall[]): string {
  const lines = ['', `  The portal is at ${url}`];
  if (!settings.production) {
    lines.push(`  Sign-in codes and other mail: ${url}/dev/mailbox`);
  }
  if (settings.demoData) {
    const width = Math.max(...DEMO_PATIENTS.map(({ email }) => email.length));
    lines.push(
      '',
      '  Demo sign-ins:',
      ...DEMO_PATIENTS.map(({ email, story }) => `    ${email.padEnd(width)}  ${story}`),
      '',
      `  The other side of the video call has its link in the mail to clinician@example.com.`,
    );
  }
  if (missing.length > 0) lines.push('', ...missing.map(({ reason }) => `  ${reason}`));
  lines.push('', '  Ctrl-C stops it.', '');
  return lines.join('\n');
}
