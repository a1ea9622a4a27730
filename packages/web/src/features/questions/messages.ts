/** Texts around answers; the answers themselves come from the server. */
export const messages = {
  title: 'Answer',
  badge: 'From your records',
  reading: (reading: string) =>
    `Read as: ${reading}. Answered from stored records, without a language model.`,
  facts: 'Sources',
};
