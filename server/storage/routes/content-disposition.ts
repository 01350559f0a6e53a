const SHOWN = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);
const LONGEST = 200;

/**
 * How a browser treats the file: only what cannot run is shown in place. `download` is the client's wish to save it,
 * under that name where it gives one.
 */
export function contentDisposition(type: string, name: string, download: string | undefined): string {
  const kind = download === undefined && SHOWN.has(type) ? 'inline' : 'attachment';
  const own = name.slice(name.lastIndexOf('/') + 1);
  return `${kind}; ${fileName(download || own)}`;
}

/** Twice, as RFC 6266 says: plain for old clients, and whole; neither can end the header or its quotes. */
function fileName(wish: string): string {
  const name = wish
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '_')
    .slice(0, LONGEST)
    .toWellFormed();
  const plain = name.replace(/[^\x20-\x7e]|["%]/gu, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${whole}`;
}
