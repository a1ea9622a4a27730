/**
 * A text of the log as its index has it (TEL-6): lower case, each number a `#`. Texts that differ only in
 * figures are one. A text that contains another one still contains it when both are written so.
 */
export function indexedText(text: string): string {
  return text.toLowerCase().replace(/\d+/g, '#');
}

/** Whether a line has the text in its message or source, in any case (OBS-02, OBS-03, OBS-04). */
export function hasText(
  line: { readonly message: string; readonly source: string },
  search: string,
): boolean {
  const wanted = search.toLowerCase();
  return line.message.toLowerCase().includes(wanted) || line.source.toLowerCase().includes(wanted);
}
