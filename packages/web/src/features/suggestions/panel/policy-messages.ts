export const messages = {
  label: 'Policies on applying suggestions',
  verdicts: { allows: 'Allows', observes: 'Would forbid', forbids: 'Forbids' },
  concerns: (titles: readonly string[], more: number) =>
    `Concerns ${titles.map((title) => `“${title}”`).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
};
