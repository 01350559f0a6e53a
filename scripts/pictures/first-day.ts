import type { BrowserContext, Page } from '@playwright/test';
import type { Portal } from '../../server/testing/spawn-portal.ts';
import type { Camera } from './camera.ts';
import { addKinds, inviteByCommand } from './first-day/commands.ts';
import { DESK, openPortal, PHONE, SITE, startEmpty } from './first-day/deployment.ts';
import { openMailbox, type Mailbox } from './first-day/mailbox.ts';
import { bookConsultation, signInAsPatient } from './first-day/patient-steps.ts';
import { chooseCalls, findCall, invite, invitePatient, setHours, signIn } from './first-day/team-steps.ts';

const SCALE = { [DESK.width]: 0.5, [PHONE.width]: 0.7 };

type Day = { portal: Portal; mailbox: Mailbox; open: (as: typeof DESK) => Promise<Page> };

/**
 * A clinic's first day as in docs/clinic-handbook.md, from an empty deployment with production settings and a
 * mail server to a patient's booked call, with a picture of each step.
 */
export async function pictureFirstDay(camera: Camera): Promise<void> {
  const mailbox = await openMailbox();
  const portal = await startEmpty(mailbox.url);
  const contexts: BrowserContext[] = [];
  const open = async (viewport: typeof DESK) => {
    const context = await openPortal(camera.browser, portal, viewport);
    contexts.push(context);
    return context.newPage();
  };
  try {
    await walk(camera, { portal, mailbox, open });
  } finally {
    for (const context of contexts) await context.close();
    await portal.remove();
    await mailbox.close();
  }
}

async function walk(camera: Camera, { portal, mailbox, open }: Day): Promise<void> {
  const keep = async (name: string, page: Page) => {
    // Doesn't wait for the network to be idle, because the team's pages keep polling.
    await page.evaluate(() => document.fonts.ready);
    const { width } = page.viewportSize()!;
    const shot = { width, png: await page.screenshot() };
    await camera.keep(`first-day-${name}`, 'light', [[shot]], SCALE[width]);
  };
  await addKinds(portal);
  const ines = await inviteByCommand(portal);
  const office = await open(DESK);
  await signIn(office, mailbox, ines, () => keep('set-up', office));
  await office.getByRole('heading', { name: 'Still to set up' }).waitFor();
  await keep('still-to-set-up', office);

  const noa = await invite(office, 'Dr. Noa Lind', 'noa@clinic.example', 'Clinician', () =>
    keep('invite', office),
  );
  const clinician = await open(DESK);
  await signIn(clinician, mailbox, noa);
  const sam = await invite(office, 'Sam Vega', 'sam@clinic.example', 'Coach');
  await clinician.goto(`${SITE}/team`); // live updates don't pass through this browser's routes
  await clinician.getByRole('button', { name: 'Agree' }).waitFor();
  await keep('agree', clinician);
  await clinician.getByRole('button', { name: 'Agree' }).click();
  await clinician.getByRole('heading', { name: 'New roles' }).waitFor({ state: 'detached' });
  await signIn(await open(DESK), mailbox, sam);

  await office.goto(`${SITE}/team/people`);
  await chooseCalls(office, 'Dr. Noa Lind', ['Initial Consultation', 'Post-Treatment Review'], () =>
    keep('calls', office),
  );
  await chooseCalls(office, 'Sam Vega', ['Meet Your Clinical Coach', 'Clinical Coach Support Call']);
  await office.getByRole('link', { name: 'Calendar' }).click();
  await setHours(office, 'Dr. Noa Lind', () => keep('hours', office));
  await setHours(office, 'Sam Vega');

  await office.getByRole('link', { name: 'Invitations' }).click();
  await invitePatient(office, () => keep('invitation', office));
  const patient = await open(PHONE);
  await signInAsPatient(patient, mailbox);
  await bookConsultation(patient, () => keep('booking', patient));
  await clinician.getByRole('link', { name: 'Calendar' }).click();
  await findCall(clinician);
  await keep('week', clinician);
}
