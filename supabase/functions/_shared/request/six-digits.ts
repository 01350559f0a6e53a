// Numbers past the last whole million are drawn again, so that every code is equally likely.
export function sixDigits(): string {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return number! < 4_294_000_000 ? String(number! % 1_000_000).padStart(6, '0') : sixDigits();
}
