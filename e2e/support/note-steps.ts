import { expect, type Page } from '@playwright/test';

export const editorOf = (page: Page) => page.getByRole('complementary', { name: 'Write note' });

export async function writeNote(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Write note' }).click();
  const editor = editorOf(page);
  await editor.getByLabel('Title').fill(title);
  await editor.getByLabel('Text').fill(text);
  await expect(editor.getByText(/^Draft saved/)).toBeVisible();
}

export async function signNote(page: Page): Promise<void> {
  await editorOf(page).getByRole('button', { name: 'Sign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign this note?' });
  await dialog.getByRole('button', { name: 'Sign' }).click();
  await expect(editorOf(page)).toHaveCount(0);
}
