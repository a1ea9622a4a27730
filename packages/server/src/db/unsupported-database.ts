/** A database that Attain will not work on: why, and what to do. Its rows are what they were. */
export class UnsupportedDatabase extends Error {}
