/** Brings a part of the panel into view. Only the panel and its sheet scroll: the page next to them keeps its place. */
export function scrollInPanel(part: Element | null | undefined): void {
  let area = part?.closest('[data-scroll-area]');
  while (part && area) {
    const [inner, outer] = [part.getBoundingClientRect(), area.getBoundingClientRect()];
    const [above, below] = [inner.top - 16 - outer.top, inner.bottom + 16 - outer.bottom];
    area.scrollTop += above < 0 ? above : Math.min(above, Math.max(0, below));
    area = area.parentElement?.closest('[data-scroll-area]');
  }
}
