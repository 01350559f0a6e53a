import { STANDARD_APPOINTMENT_TYPES } from '../../../domain/booking/standard-appointment-types.ts';
import type { Portal } from '../../../server/testing/spawn-portal.ts';
import { ZONE } from './deployment.ts';

export type Invited = { email: string; setUpCode: string };

/** The call types that 'Add the portal’s call types' on the page Clinic adds. */
export async function addKinds({ command }: Portal): Promise<void> {
  for (const { slug, name, description, ...numbers } of STANDARD_APPOINTMENT_TYPES) {
    const { minutes, buffer, notice, interaction } = numbers;
    const rules = Object.entries({ minutes, buffer, notice, interaction }).flatMap(([rule, value]) => [
      `--${rule}`,
      String(value),
    ]);
    const described = ['--slug', slug, '--name', name, '--description', description];
    const { code, printed } = await command('appointment-types', 'add', ...described, ...rules);
    if (code !== 0) throw new Error(printed);
  }
}

export async function inviteByCommand({ command }: Portal): Promise<Invited> {
  const email = 'ines@clinic.example';
  const who = ['--email', email, '--name', 'Ines Albrecht', '--role', 'administrator', '--time-zone', ZONE];
  const { printed } = await command('team', '--invite', ...who);
  const [, setUpCode] = /^Setup code: (\S+)$/m.exec(printed) ?? [];
  if (!setUpCode) throw new Error(printed);
  return { email, setUpCode };
}
