import type { Look } from './fold.ts';

/** A text as a picture in shades of gray on white. */
export type DrawnText = {
  width: number;
  height: number;
  /** How many of its lines are below the baseline. */
  below: number;
  shades: Uint8Array<ArrayBuffer>;
};
export type DrawText = (text: string, look: Look) => DrawnText | null;

/** Four dots per point are as fine as a good printer. */
const DOTS = 4;

/** Draws all scripts with this device's fonts. Null if it can't draw. */
export const drawText: DrawText = (text, { font, size }) => {
  const canvas = document.createElement('canvas');
  const words = `${font === 'bold' ? 'bold ' : ''}${size * DOTS}px Helvetica, Arial, sans-serif`;
  const measuring = canvas.getContext('2d');
  if (!measuring) return null;
  measuring.font = words;
  const [above, below] = [size * 1.1 * DOTS, size * 0.4 * DOTS].map(Math.ceil) as [number, number];
  canvas.width = Math.ceil(measuring.measureText(text).width) + DOTS;
  canvas.height = above + below;
  // A canvas is cleared when its size changes.
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = 'black';
  pen.font = words;
  pen.fillText(text, 0, above);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  const shades = Uint8Array.from({ length: data.length / 4 }, (_, at) => data[4 * at]!);
  return shades.every((shade) => shade === 255)
    ? null
    : { width: canvas.width, height: canvas.height, below, shades };
};
