/** The few texts of the closed panel, apart from those that load with it. */
export const messages = {
  open: 'Open suggestions',
  panel: 'Suggestions',
  resize: 'Width of the suggestions',
  missing: 'Suggestion not found',
  missingText: 'It was removed, or you don’t have access to it.',
};
