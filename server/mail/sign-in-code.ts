import type { Message } from './mailer.ts';

/**
 * The code, and nothing that could be clicked, counted or loaded. A locked phone shows a mail's subject and first line to
 * whoever is near, so the subject is discreet and holds no code, and a sentence stands before the digits.
 */
export function signInCodeMail(code: string, minutes: number): Omit<Message, 'to'> {
  const opening = `You asked to sign in to Béa with this email address. Enter the code below on the sign-in page, where you asked for it.`;
  const life = `The code works once, and for ${minutes} minutes.`;
  const care = `If you did not ask for it, you can ignore this email: nobody can sign in without the code. We never ask for it by phone or message.`;
  return {
    subject: 'Your sign-in code',
    text: [opening, code, life, care, 'Béa'].join('\n\n') + '\n',
    html: page(opening, code, life, care),
    code,
  };
}

const SERIF = "Fraunces, Georgia, 'Times New Roman', serif";
const SANS = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

// Styles stand on the elements because many mail readers drop style sheets; the sheet only adds the dark theme.
const page = (opening: string, code: string, life: string, care: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Your sign-in code</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #1f1520 !important; }
  .card { background: #2a1d2b !important; border-color: #46334a !important; }
  .ink { color: #f6ebdf !important; }
  .soft { color: #c9b9bf !important; }
  .brand { color: #f0b4c4 !important; }
  .code { background: #3a2734 !important; color: #fbe9dc !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf6ef;">
<div class="paper" style="background:#fbf6ef;padding:32px 16px;font-family:${SANS};">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px 28px;background:#fffdfa;border:1px solid #e8dfd3;border-radius:18px;">
<p class="brand" style="margin:0 0 24px;font-family:${SERIF};font-size:22px;line-height:28px;font-weight:500;color:#7a2e4a;">Béa</p>
<h1 class="ink" style="margin:0 0 12px;font-family:${SERIF};font-size:30px;line-height:38px;font-weight:500;color:#232a3d;">Your sign-in code</h1>
<p class="ink" style="margin:0 0 24px;font-size:16px;line-height:25px;color:#232a3d;">${opening}</p>
<p class="code" style="margin:0 0 24px;padding:18px 12px 18px 20px;border-radius:16px;background:#f4e1d8;color:#5a1f36;font-size:38px;line-height:46px;font-weight:600;letter-spacing:8px;text-align:center;font-variant-numeric:tabular-nums;">${code}</p>
<p class="ink" style="margin:0 0 12px;font-size:16px;line-height:25px;color:#232a3d;">${life}</p>
<p class="soft" style="margin:0;font-size:14px;line-height:22px;color:#5d6375;">${care}</p>
</div>
</div>
</body>
</html>
`;
