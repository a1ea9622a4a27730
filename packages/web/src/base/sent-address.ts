/**
 * A parameter of the address that this page was opened with, as it was sent. The router reads a text of digits as a number, and
 * would lose those beyond the fifteenth. Null if it was not sent.
 */
export function sentParameter(name: string): string | null {
  const [opened] = performance.getEntriesByType('navigation');
  return opened === undefined ? null : new URL(opened.name).searchParams.get(name);
}
