import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { began } from '../support/message-steps.ts';
import { knownPatient } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

const COUNT = 20;
/** Every fifth says 'Thank you!'. */
const needsNoReply = (turn: number) => turn % 5 === 4;

/** Counts what is pressed in the page. A letter of the reply is not a key to learn, so those count apart. */
async function countPresses(
  page: Page,
): Promise<() => Promise<{ keys: number; letters: number; clicks: number }>> {
  await page.evaluate(() => {
    const counts = { keys: 0, letters: 0, clicks: 0 };
    addEventListener('keydown', ({ key }) => (counts[key.length === 1 ? 'letters' : 'keys'] += 1), true);
    addEventListener('pointerdown', () => (counts.clicks += 1), true);
    Object.assign(window, { counts });
  });
  return () =>
    page.evaluate(() => {
      const { counts } = window as unknown as { counts: { keys: number; letters: number; clicks: number } };
      return { ...counts };
    });
}

test('a coach clears twenty waiting conversations by keyboard alone @long', async ({ page, clinic }) => {
  test.setTimeout(300_000);
  const patients = [];
  for (let turn = 0; turn < COUNT; turn += 1) {
    const patient = await knownPatient(clinic, `Zadie${String.fromCodePoint(97 + turn)}`);
    // The first is the newest, and so at the top.
    const text = needsNoReply(turn) ? 'Thank you!' : `How long does it take, ${turn}?`;
    await began(clinic, patient.email, 'The kit', text, 1 + turn / 100);
    patients.push(patient);
  }
  await joinTeam(page, clinic, 'clinician');
  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  const rows = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem');
  await expect(page.getByLabel('Search by name or email')).toBeVisible();
  const pressed = await countPresses(page);
  // Other stories' conversations may wait, too.
  await page.keyboard.press('/');
  await page.keyboard.type('Zadie');
  await expect(rows).toHaveCount(COUNT);
  await page.keyboard.press('ArrowDown');

  const lines: string[] = [];
  for (const [turn, { name }] of patients.entries()) {
    const before = await pressed();
    const [begun, row] = [performance.now(), rows.filter({ hasText: name }).getByRole('link')];
    await expect(row).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: `To ${name}` })).toBeVisible();
    await expect(page.getByLabel('Your reply')).toBeFocused();
    if (needsNoReply(turn)) {
      await page.keyboard.press('Shift+Tab');
      await expect(page.getByRole('button', { name: 'No reply needed' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByText(`No reply needed: ${name}`)).toBeVisible();
    } else {
      await page.keyboard.type('Two days.');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText(`Sent to ${name}`)).toBeVisible();
    }
    await expect(rows).toHaveCount(COUNT - turn - 1);
    const after = await pressed();
    const [keys, letters, clicks] = (['keys', 'letters', 'clicks'] as const).map(
      (each) => after[each] - before[each],
    );
    const ms = Math.round(performance.now() - begun);
    lines.push(`${turn + 1}: ${keys} keys, ${letters} letters of the reply, ${clicks} clicks, ${ms} ms`);
    expect(keys, 'Enter and Ctrl+Enter, or Enter, Shift+Tab, Enter').toBeLessThanOrEqual(4);
    expect(clicks).toBe(0);
  }
  await expect(page.getByText('No patients found.')).toBeVisible();
  const description = lines.join('\n');
  test.info().annotations.push({ type: 'pressed for each conversation', description });
  process.stdout.write(`${description}\n`);

  // Each reply went to the patient who had asked.
  const stored = await clinic.sql(
    `select customer_email as email, array_agg(messages.text order by place) as texts from public.messages
     join public.customers using (user_id) group by 1`,
  );
  for (const [turn, { email }] of patients.entries())
    expect(stored.find((each) => each['email'] === email)?.['texts']).toEqual(
      needsNoReply(turn) ? ['Thank you!'] : [`How long does it take, ${turn}?`, 'Two days.'],
    );
});
