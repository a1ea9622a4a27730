/** Reports why a text can't be read and how to fix it; returns '' so that a reader can return its result. */
export type Fail = (reason: string, fix: string) => '';

/** Turns the trimmed, non-empty text of a cell into its canonical text, or fails. */
export type ReadText = (text: string, fail: Fail) => string;
