import { cleanup, render, screen } from '@testing-library/react';
import { decodeQR } from 'qr/decode.js';
import { afterEach, expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

afterEach(cleanup);

const SCALE = 4;

/** What a camera sees of the drawn picture: black squares on white. */
function photograph(svg: string) {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)![1]) * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const { x, y } of squaresIn(svg)) {
    for (let pixel = 0; pixel < SCALE * SCALE; pixel += 1) {
      const at = (y * SCALE + Math.floor(pixel / SCALE)) * side + x * SCALE + (pixel % SCALE);
      data.fill(0, at * 4, at * 4 + 3);
    }
  }
  return { width: side, height: side, data };
}

/** Each begins where the one before began, or at a place of its own. */
function squaresIn(svg: string): { x: number; y: number }[] {
  let [x, y] = [0, 0];
  return [...svg.matchAll(/([Mm])(-?\d+)[ ,]?(-?\d+)h1v1/g)].map(([, move, right, down]) => {
    [x, y] = move === 'M' ? [Number(right), Number(down)] : [x + Number(right), y + Number(down)];
    return { x, y };
  });
}

test.each([20, 300])('an app reads from it what it was drawn from, %d characters long', (length) => {
  const uri = `otpauth://totp/B%C3%A9a:${'a'.repeat(length)}%40example.com?issuer=B%C3%A9a&secret=ABCDEFGHIJKLMNOP`;
  render(<QrCode text={uri} />);
  const picture = screen.getByRole<HTMLImageElement>('img', { name: 'QR code' });
  const svg = decodeURIComponent(picture.src.replace('data:image/svg+xml,', ''));
  expect(decodeQR(photograph(svg))).toBe(uri);
});
