/** The height of a table below a page header that fills the window. */
export const restOfPage = 'max(20rem, calc(100dvh - 14rem))';

/** The same below tabs and a toolbar. */
export const restUnderTabs = 'max(20rem, calc(100dvh - 17rem))';
