/** A table in a card under the head of a page: as tall as the window leaves, so that nothing beneath it stays empty. */
export const restOfPage = 'max(20rem, calc(100dvh - 14rem))';

/** The same under a row of tabs and its toolbar. */
export const restUnderTabs = 'max(20rem, calc(100dvh - 17rem))';
