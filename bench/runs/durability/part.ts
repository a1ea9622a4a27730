/** A part of the bench that went well: what it found, in Markdown below its heading, and on which PostgreSQL. */
export interface Part {
  readonly text: string;
  readonly serverVersion: string;
}
