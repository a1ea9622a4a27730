/** Texts below a list that has more suggestions than it shows. */
export const messages = {
  more: 'Show more',
  listed: (count: number) => `The newest ${count} are listed.`,
};
