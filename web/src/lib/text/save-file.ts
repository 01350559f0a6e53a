/** Some browsers ask first whether to save it, or begin late. */
const LET_GO_AFTER = 60_000;

/** Hands a file to the browser, which puts it where this device keeps its downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), LET_GO_AFTER);
}
