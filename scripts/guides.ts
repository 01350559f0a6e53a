import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { longDay } from '../domain/time/words.ts';
import { COPY_UPDATED } from '../domain/copy/updated.ts';
import { findBrowser } from './find-browser.ts';
import { fontFaces, inline } from './inline-files.ts';

/** `npm run guides`: prints the guides as PDFs, tagged for screen readers, from the markdown next to them. */
const ROOT = join(import.meta.dirname, '..');
const GUIDES = join(ROOT, 'supabase/guides');

const styles = async (): Promise<string> =>
  (await fontFaces()) + (await readFile(join(GUIDES, 'text/guide.css'), 'utf8'));

const UPDATED = longDay(COPY_UPDATED);

async function page(markdown: string): Promise<string> {
  const [, matter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(markdown) ?? [];
  const { title, subtitle, picture } = Object.fromEntries(
    matter
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  ) as { title: string; subtitle: string; picture: string };
  const content = micromark(body, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${await styles()}</style></head>
<body><header><img alt="" src="${await inline(`web/public/art/${picture}.svg`, 'image/svg+xml')}"><p>${subtitle}</p><h1>${title}</h1></header>
<main>${content}</main>
<footer><p>This guide gives general information and does not replace advice from your clinician. Last updated ${UPDATED}.</p></footer>
</body></html>`;
}

const FOOTER = `<p style="width:100%;font-size:8px;text-align:center;color:#5d6375;font-family:sans-serif">Béa · page <span class="pageNumber"></span> of <span class="totalPages"></span></p>`;

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const file of await readdir(join(GUIDES, 'text'))) {
  if (!file.endsWith('.md')) continue;
  const sheet = await browser.newPage();
  await sheet.setContent(await page(await readFile(join(GUIDES, 'text', file), 'utf8')));
  await sheet.evaluate(() => document.fonts.ready);
  const pdf = await sheet.pdf({
    format: 'A4',
    tagged: true,
    outline: true,
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: FOOTER,
    margin: { top: '18mm', bottom: '20mm', left: '22mm', right: '22mm' },
  });
  const name = file.replace('.md', '.pdf');
  await writeFile(join(GUIDES, name), pdf);
  console.log(`${name} ${Math.round(pdf.length / 1024)} KB`);
  await sheet.close();
}
await browser.close();
