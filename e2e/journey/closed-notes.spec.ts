import { behind, type Break } from '../support/broken-server.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';

test.use({ serviceWorkers: 'allow' });

test('the dialog reads notes only through their function: the table is closed, as on Supabase @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'consultation-prep');
  await clinic.sql(
    `insert into public.consultation_notes (user_id, consultation_reference, notes)
     select user_id, 'initial-consultation', '<p>Folic <strong>acid</strong></p>'
     from public.customers where customer_email = $1`,
    [email],
  );
  const closed: Break = ({ url }, response) => {
    if (!url?.startsWith('/rest/v1/consultation_notes')) return false;
    const message = 'permission denied for table consultation_notes';
    response
      .writeHead(403, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: '42501', details: null, hint: null, message }));
    return true;
  };
  await behind(clinic, closed, async (url) => {
    await signIn(page, { ...clinic, url }, email);
    await page.getByRole('button', { name: 'Read your consultation notes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Consultation Notes' });
    await expect(dialog.locator('strong')).toHaveText('acid');
  });
});
