/** What a function answers: plain data, because the objects and streams of HTTP cost a server more than the answer. */
export type JsonAnswer = { status: number; headers: Record<string, string>; body: string };

export const jsonAnswer = (value: unknown, status = 200): JsonAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});
