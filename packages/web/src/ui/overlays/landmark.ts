/**
 * Where what opens beside a control stands in the document: in the dialog or the landmark the control is in, so that whoever
 * goes from landmark to landmark finds it there too. Undefined, which is the end of the page, where there is none.
 */
export function landmarkOf(control: HTMLElement | null): HTMLElement | undefined {
  const places = ['[role="dialog"]', 'main, aside', 'header'];
  for (const place of places) {
    const found = control?.closest<HTMLElement>(place);
    if (found) return found;
  }
  return undefined;
}
