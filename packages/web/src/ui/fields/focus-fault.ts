/**
 * Leads to the first field inside that says it is wrong: what is folded around it is opened, it comes into view and has the
 * focus. False where no field is wrong.
 */
export function focusFault(inside: ParentNode | null | undefined): boolean {
  const wrong = inside?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!wrong) return false;
  const folded = wrong.closest('details');
  if (folded) folded.open = true;
  wrong.scrollIntoView({ block: 'nearest' });
  wrong.focus();
  return true;
}
