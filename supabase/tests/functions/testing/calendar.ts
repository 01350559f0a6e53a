type Message = { attachments: { content: string; contentType: string }[] };

/** The properties of a message's calendar file, by name. */
export function calendarOf(message: unknown): Record<string, string> {
  const [file] = (message as Message).attachments;
  const lines = file!.content.replaceAll('\r\n ', '').trimEnd().split('\r\n');
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).split(';')[0]!, line.slice(colon + 1)];
  });
  return { ...(Object.fromEntries(pairs) as Record<string, string>), contentType: file!.contentType };
}

export const calendarTime = (instant: number): string =>
  new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
