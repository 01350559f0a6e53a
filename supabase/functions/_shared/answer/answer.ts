/**
 * A function's answer as plain data, because HTTP's objects and streams cost a server more than the answer
 * itself.
 */
export type JsonAnswer = { status: number; headers: Record<string, string>; body: string };

/** For an answer in another format than JSON. */
export class TextFile {
  readonly type: string;
  readonly name: string;
  readonly text: string;

  constructor(type: string, name: string, text: string) {
    this.type = type;
    this.name = name;
    this.text = text;
  }
}

export const fileAnswer = ({ type, name, text }: TextFile): JsonAnswer => ({
  status: 200,
  headers: { 'Content-Type': `${type}; charset=utf-8`, 'Content-Disposition': `inline; filename="${name}"` },
  body: text,
});

export const jsonAnswer = (value: unknown, status = 200): JsonAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});
