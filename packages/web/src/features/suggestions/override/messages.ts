/** Texts of the override dialog. */
export const messages = {
  title: 'Override AI Suggestion',
  description: "Records your decision with a reason. The plan doesn't change.",
  code: 'Reason code',
  choose: 'Choose a reason',
  reason: 'Detailed explanation',
  reasonHint: 'A second person reads it when attesting the override',
  submit: 'Record override',
  cancel: 'Cancel',
  done: 'Override Recorded',
  doneText: (title: string) => `“${title}” is tracked for compliance.`,
};
