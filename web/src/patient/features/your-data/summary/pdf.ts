import type { DrawnText, DrawText } from './drawn-text.ts';
import type { Mark, Paper, Tone } from './layout.ts';
import { codesOf } from './letters.ts';

type TextMark = Extract<Mark, { kind: 'text' }>;

// Fractions of red, green and blue. Brand and soft are dark enough to be legible on a bad copy.
const COLORS: Record<Tone, string> = {
  ink: '0.12 0.13 0.2',
  soft: '0.36 0.39 0.46',
  brand: '0.6 0.16 0.22',
  line: '0.85 0.84 0.83',
};

/**
 * One page as a PDF 1.7 file. Text with letters missing from its fonts is drawn as a picture that includes
 * the text.
 */
export async function pdfOf(
  marks: readonly Mark[],
  paper: Paper,
  title: string,
  draw: DrawText,
): Promise<Uint8Array<ArrayBuffer>> {
  const pictures: DrawnText[] = [];
  const content = marks.map((mark) => drawingOf(mark, paper, pictures, draw)).join('\n');
  const named = pictures.map((_, at) => `/Im${at} ${FIRST_PICTURE + at} 0 R`).join(' ');
  return fileOf([
    ascii('<< /Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>'),
    ascii('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    ascii(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${paper.width} ${paper.height}] /Contents 6 0 R /Resources << /Font << /regular 4 0 R /bold 5 0 R >> /XObject << ${named} >> >> >>`,
    ),
    font('Helvetica'),
    font('Helvetica-Bold'),
    stream('', ascii(content)),
    ascii(`<< /Title <${utf16(title)}> /Creator <${utf16('Béa')}> >>`),
    ...(await Promise.all(pictures.map(pictureOf))),
  ]);
}

/** Comes after the catalog, pages, page, two fonts, the page's content and the title. */
const FIRST_PICTURE = 8;

const font = (name: string) =>
  ascii(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);

function drawingOf(mark: Mark, paper: Paper, pictures: DrawnText[], draw: DrawText): string {
  const y = paper.height - mark.y;
  if (mark.kind === 'rule')
    return `${COLORS[mark.tone]} RG 0.6 w ${points(mark.x)} ${points(y)} m ${points(mark.x + mark.width)} ${points(y)} l S`;
  const codes = codesOf(mark.text);
  if (codes === null) return pictureIn(mark, y, pictures, draw);
  return `BT ${COLORS[mark.tone]} rg /${mark.look.font} ${points(mark.look.size)} Tf ${points(mark.x)} ${points(y)} Td <${hex(codes)}> Tj ET`;
}

/** As large as the surrounding letters, unless it would be wider than its space. */
function pictureIn(
  { text, look, x, width }: TextMark,
  y: number,
  pictures: DrawnText[],
  draw: DrawText,
): string {
  const drawn = draw(text, look);
  if (!drawn) throw new Error('Replace text that cannot be drawn first');
  const scale = Math.min((look.size * 1.5) / drawn.height, width / drawn.width);
  const place = [drawn.width * scale, 0, 0, drawn.height * scale, x, y - drawn.below * scale];
  const name = `/Im${pictures.push(drawn) - 1}`;
  return `/Span << /ActualText <${utf16(text)}> >> BDC q ${place.map(points).join(' ')} cm ${name} Do Q EMC`;
}

async function pictureOf({ width, height, shades }: DrawnText): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await deflated(shades);
  return stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode `,
    packed,
  );
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Response(bytes).body!.pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const stream = (about: string, bytes: Uint8Array<ArrayBuffer>) =>
  joined([ascii(`<< ${about}/Length ${bytes.length} >>\nstream\n`), bytes, ascii('\nendstream')]);

/** The objects in order, and a table of their positions. */
function fileOf(objects: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const pieces = [ascii('%PDF-1.7\n')];
  const offsets = objects.map((object, at) => {
    const offset = lengthOf(pieces);
    pieces.push(ascii(`${at + 1} 0 obj\n`), object, ascii('\nendobj\n'));
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  return joined([
    ...pieces,
    ascii(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${lengthOf(pieces)}\n%%EOF\n`,
    ),
  ]);
}

const lengthOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { length }) => sum + length, 0);

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(pieces));
  pieces.reduce((at, piece) => {
    whole.set(piece, at);
    return at + piece.length;
  }, 0);
  return whole;
}

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const hex = (codes: readonly number[]) => codes.map((code) => code.toString(16).padStart(2, '0')).join('');
/** The PDF format for text outside the page, with its byte order mark. */
const utf16 = (text: string) =>
  `feff${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}`;
const points = (value: number) => String(Math.round(value * 100) / 100);
