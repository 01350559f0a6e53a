export type Part = { headers: Map<string, string>; content: string; parts: Part[] };

/** Reads an email as an email program does: unfolds headers, splits parts, decodes contents. */
export function readMail(source: string): Part {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  const body = rest.join('\r\n\r\n');
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  if (!boundary) return { headers, content: decode(body, headers), parts: [] };
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readMail(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  return { headers, content: '', parts };
}

function decode(body: string, headers: Map<string, string>): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Every part with content, however deep. */
export const leaves = (part: Part): Part[] => (part.parts.length === 0 ? [part] : part.parts.flatMap(leaves));
