/** Takes the reason why a text cannot be read and how to mend it; gives back '' so that a reader can end with it. */
export type Fail = (reason: string, fix: string) => '';

/** Turns the trimmed, non-empty text of a cell into its canonical text, or fails. */
export type ReadText = (text: string, fail: Fail) => string;
