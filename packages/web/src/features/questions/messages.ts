/** Texts around answers; the answers themselves come from the server. */
export const messages = {
  title: 'Answer',
  badge: 'From your records',
  reading: (reading: string, model: string | null) =>
    model === null
      ? `Read as: ${reading}. Answered from stored records, without a language model.`
      : `Read by ${model} as: ${reading}. Answered from stored records.`,
  facts: 'Sources',
};
