/**
 * Focuses the first faulty field inside: opens collapsed sections and scrolls to it. Returns false if there
 * is none.
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
