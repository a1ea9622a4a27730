/**
 * Where what opens beside a control stands in the document: in the landmark the control is in, so that whoever goes from
 * landmark to landmark finds it there too. Undefined, which is the end of the page, where there is none, and in a dialog:
 * what goes out of a dialog while the focus is on its way to the next control would draw the focus back to the dialog.
 */
export function landmarkOf(control: HTMLElement | null): HTMLElement | undefined {
  if (control?.closest('[role="dialog"]')) return undefined;
  return control?.closest<HTMLElement>('main, aside') ?? control?.closest<HTMLElement>('header') ?? undefined;
}
