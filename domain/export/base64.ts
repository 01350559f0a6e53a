const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The text's UTF-8 bytes in base64. Written by hand, because neither Node nor Deno have both in the language
 * itself.
 */
export function base64(text: string): string {
  const octets = utf8(text);
  let result = '';
  for (let at = 0; at < octets.length; at += 3) {
    const [one, two, three] = [octets[at]!, octets[at + 1], octets[at + 2]];
    const bits = (one << 16) | ((two ?? 0) << 8) | (three ?? 0);
    result += LETTERS[bits >> 18]! + LETTERS[(bits >> 12) & 63]!;
    result += two === undefined ? '=' : LETTERS[(bits >> 6) & 63]!;
    result += three === undefined ? '=' : LETTERS[bits & 63]!;
  }
  return result;
}

function utf8(text: string): number[] {
  const octets: number[] = [];
  const escaped = encodeURIComponent(text);
  for (let at = 0; at < escaped.length; at += 1) {
    if (escaped[at] !== '%') octets.push(escaped.charCodeAt(at));
    else {
      octets.push(Number.parseInt(escaped.slice(at + 1, at + 3), 16));
      at += 2;
    }
  }
  return octets;
}
