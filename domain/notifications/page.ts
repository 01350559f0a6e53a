const SERIF = "Fraunces, Georgia, 'Times New Roman', serif";
const SANS = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** The page layout of every email. The blocks are HTML, made by the functions below. */
// Styles are on the elements because many mail readers drop style sheets; the sheet only adds the dark
// theme.
export const emailPage = (title: string, blocks: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #1f1520 !important; }
  .card { background: #2a1d2b !important; border-color: #46334a !important; }
  .ink { color: #f6ebdf !important; }
  .soft { color: #c9b9bf !important; }
  .brand { color: #f0b4c4 !important; }
  .panel { background: #3a2734 !important; color: #fbe9dc !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf6ef;">
<div class="paper" style="background:#fbf6ef;padding:32px 16px;font-family:${SANS};">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px 28px 12px;background:#fffdfa;border:1px solid #e8dfd3;border-radius:18px;">
<p class="brand" style="margin:0 0 24px;font-family:${SERIF};font-size:22px;line-height:28px;font-weight:500;color:#7a2e4a;">Béa</p>
<h1 class="ink" style="margin:0 0 12px;font-family:${SERIF};font-size:30px;line-height:38px;font-weight:500;color:#232a3d;">${escapeHtml(title)}</h1>
${blocks.join('\n')}
</div>
</div>
</body>
</html>
`;

export const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">${escapeHtml(text)}</p>`;

export const smallPrint = (text: string): string =>
  `<p class="soft" style="margin:0 0 20px;font-size:14px;line-height:22px;color:#5d6375;">${escapeHtml(text)}</p>`;

/** What the reader needs: digits to type, or words to remember. */
export const panel = (text: string, kind: 'digits' | 'words'): string =>
  `<p class="panel" style="margin:0 0 20px;padding:18px 20px;border-radius:16px;background:#f4e1d8;color:#5a1f36;${PANEL[kind]}">${escapeHtml(text)}</p>`;

const PANEL = {
  digits:
    'font-size:38px;line-height:46px;font-weight:600;letter-spacing:8px;text-align:center;font-variant-numeric:tabular-nums;',
  words: 'font-size:18px;line-height:27px;font-weight:600;',
};

export const button = (label: string, address: string): string =>
  `<p style="margin:0 0 20px;"><a href="${escapeHtml(address)}" style="display:inline-block;padding:13px 24px;border-radius:999px;background:#7a2e4a;color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none;">${escapeHtml(label)}</a></p>`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
