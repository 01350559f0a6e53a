export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

export const percentile = (numbers: number[], percent: number): number =>
  numbers.toSorted((a, b) => a - b)[
    Math.min(numbers.length - 1, Math.floor((numbers.length * percent) / 100))
  ]!;

export const round = (number: number, digits = 2): number => Number(number.toFixed(digits));

export const kilobytes = (bytes: number): number => round(bytes / 1024, 1);
