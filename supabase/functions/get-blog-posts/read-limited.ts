/** The answer's text. Throws as soon as it is longer than allowed. */
export async function readLimited({ body }: Response, maxBytes: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return text + decoder.decode();
    bytes += part.value.byteLength;
    if (bytes > maxBytes) {
      await reader?.cancel();
      throw new Error(`The answer is longer than ${maxBytes} bytes.`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
}
