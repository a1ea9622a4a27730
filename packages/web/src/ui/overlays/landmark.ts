/**
 * The container of what opens next to a control: the control's landmark, so that users who navigate by
 * landmark find it. Undefined (the end of the page) without a landmark, and in dialogs, where removing a
 * focused element would return the focus to the dialog.
 */
export function landmarkOf(control: HTMLElement | null): HTMLElement | undefined {
  if (control?.closest('[role="dialog"]')) return undefined;
  return control?.closest<HTMLElement>('main, aside') ?? control?.closest<HTMLElement>('header') ?? undefined;
}
