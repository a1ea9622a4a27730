export const messages = {
  label: 'Policies on applying suggestions',
  verdicts: { allows: 'Allows', observes: 'Would forbid', forbids: 'Forbids' },
  concerns: (titles: readonly string[]) => `Concerns ${titles.map((title) => `“${title}”`).join(', ')}.`,
};
