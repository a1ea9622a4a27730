/** Analysers whose findings are about one payee's pay: for the payee and their manager, not among those of a whole workspace. */
export const payeeAnalysers: readonly string[] = ['next-tier', 'uncredited-deal', 'own-records'];

/** Analysers whose findings are for people who enter draws. */
export const drawAnalysers: readonly string[] = ['end-draw'];
