import type { WrittenNote } from '../contracts/team/record-facts.ts';

const MAX_LINE = 140;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The first words of a note as plain text: never shown as formatting. */
export function firstLine({ kind, text }: Pick<WrittenNote, 'kind' | 'text'>): string {
  const lines = kind === 'consultation' ? ofHtml(text) : text.split('\n').map(plain);
  const line = lines.map((each) => each.trim()).find((each) => each !== '') ?? '';
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE).trimEnd()}…` : line;
}

const ofHtml = (html: string): string[] =>
  html
    .replace(/<(?:br|\/p|\/h[1-6]|\/li|\/tr|\/blockquote)[^>]{0,200}>/gi, '\n')
    .replace(/<[^>]{0,2000}>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .split('\n');

/** Without the marks for headings, lists, quotes, bold text and links. */
const plain = (line: string): string =>
  line
    .replace(/^\s{0,8}(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+|>\s?)/, '')
    .replace(/\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/(\*\*|__|`)/g, '');
