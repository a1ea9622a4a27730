/** Texts around answers; the answers themselves come from the server. */
export const messages = {
  title: 'Answer',
  badge: 'From your records',
  reading: (reading: string) => `Read as: ${reading}. Figures come from stored records.`,
  facts: 'Sources',
};
