/** Texts of rejecting a suggestion. */
export const messages = {
  title: 'Reject suggestion',
  description: "It stays in the list with your reason. The plan doesn't change.",
  reason: 'Reason',
  done: 'Suggestion Rejected',
  text: (title: string) => `“${title}” is listed with the decided suggestions.`,
};
