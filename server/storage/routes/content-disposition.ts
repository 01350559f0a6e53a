const INLINE_TYPES = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);
const MAX_FILE_NAME_LENGTH = 200;

/**
 * Only types that can't run scripts are shown inline. A private PDF never is, because the care team may have
 * received it from someone. `download` saves the file instead, under that name if it isn't empty.
 */
export function contentDisposition(
  { mimetype, name }: { mimetype: string; name: string },
  { isPublic, download }: { isPublic: boolean; download: string | undefined },
): string {
  const isShown = INLINE_TYPES.has(mimetype) && (isPublic || mimetype !== 'application/pdf');
  const kind = download === undefined && isShown ? 'inline' : 'attachment';
  const own = name.slice(name.lastIndexOf('/') + 1);
  return `${kind}; ${fileName(download || own)}`;
}

/**
 * In both formats of RFC 6266: ASCII for old clients, and UTF-8. Neither can break out of its quotes or the
 * header.
 */
function fileName(requested: string): string {
  const name = requested
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '_')
    .slice(0, MAX_FILE_NAME_LENGTH)
    .toWellFormed();
  const ascii = name.replace(/[^\x20-\x7e]|["%]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
