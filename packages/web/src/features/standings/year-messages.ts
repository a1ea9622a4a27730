/** Texts of the year to date. */
export const yearMessages = {
  failure: 'Your year could not be loaded',
  label: (year: string, isOver: boolean) => (isOver ? `Earned in ${year}` : `${year} to date`),
  /** Amounts in words; blank: none. */
  parts: (of: { paid: string; held: string; owed: string }) =>
    (['paid', 'held', 'owed'] as const)
      .flatMap((part) => (of[part] === '' ? [] : [`${of[part]} ${part}`]))
      .join(' · ') || 'Nothing paid, held or owed',
};
