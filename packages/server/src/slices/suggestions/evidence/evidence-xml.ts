/** A value as XML: an element for each member, `item` for each part of a list, no DTD. UTF-8. */
export function xmlOf(root: string, value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, value, '')}\n`;
}

/** A member whose name is no XML name, such as a place in a pack, becomes `<entry name="…">`. */
function element(name: string, value: unknown, indent: string): string {
  const isName = /^[A-Za-z_][\w.-]*$/.test(name) && !/^xml/i.test(name);
  const open = isName ? name : `entry name="${escaped(name)}"`;
  const close = isName ? name : 'entry';
  if (value === null) return `${indent}<${open} nil="true"/>`;
  if (typeof value !== 'object') return `${indent}<${open}>${escaped(String(value))}</${close}>`;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((part) => element('item', part, inner))
    : Object.entries(value).map(([member, part]) => element(member, part, inner));
  if (parts.length === 0) return `${indent}<${open}/>`;
  return [`${indent}<${open}>`, ...parts, `${indent}</${close}>`].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
};

/** Characters that XML 1.0 forbids become U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"'\r]/g, (character) => entities[character]!);
}
