// Blank lines and comments, or one setting: quoted from its first character to its last, or without any
// quotes around it.
const READ_ALIKE =
  /[ \t]*(?:#[^\r\n]*|[A-Za-z_]\w*[ \t]*=[ \t]*(?:"[^"\\]*"|'[^']*'|[^\s"'`#\\][^#\\\r\n]*)?[ \t]*)?(?:\r?\n|$)/y;

/**
 * The lines of a file of settings that systemd, which starts the portal with it, and Node, which runs the commands with it,
 * would read differently. Values may be secrets, and are not repeated.
 */
export function envFileProblems(text: string): string[] {
  const problems: string[] = [];
  let at = 0;
  while (at < text.length) {
    READ_ALIKE.lastIndex = at;
    if (READ_ALIKE.test(text)) {
      at = READ_ALIKE.lastIndex;
      continue;
    }
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? undefined : end);
    problems.push(`line ${text.slice(0, at).split('\n').length}: ${problemOf(line.trim())}`);
    at += line.length + 1;
  }
  return problems;
}

function problemOf(line: string): string {
  const [, name, value = ''] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/s.exec(line) ?? [];
  if (!name) return 'is neither NAME=value nor a comment, which starts with #';
  if (value.startsWith('`')) return `${name} is in backticks: quotes are " or '`;
  if (/^"[^"]*\\|^[^"'#]*\\/.test(value)) return `${name} has a \\: put the whole value in single quotes`;
  if (!/^["']/.test(value)) {
    return value.includes('#')
      ? `${name} has a #: put the whole value in quotes, or move the comment to its own line`
      : `${name} has a carriage return in the middle`;
  }
  return value.includes(value[0]!, 1)
    ? `${name} has something after its closing quote: quotes must enclose the whole value`
    : `${name} has an unclosed quote`;
}
