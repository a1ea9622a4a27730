const SPECIAL = /[\\\t\n\r]/;
const ALL_SPECIAL = /[\\\t\n\r]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One value in the text format of COPY; null is `\N`. Source: PostgreSQL manual, COPY, "Text Format". */
export function copyValue(value: string | null): string {
  if (value === null) return '\\N';
  return SPECIAL.test(value) ? value.replace(ALL_SPECIAL, (sign) => ESCAPED[sign] ?? sign) : value;
}

/** The values of one line of COPY text, without its line end. */
export function parseCopyLine(line: string): (string | null)[] {
  return line.split('\t').map((value) => (value === '\\N' ? null : plainValue(value)));
}

function plainValue(value: string): string {
  if (!value.includes('\\')) return value;
  return value.replace(/\\(.)/g, (_, sign: string) => ({ t: '\t', n: '\n', r: '\r' })[sign] ?? sign);
}
