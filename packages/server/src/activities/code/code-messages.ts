/** A program to run in the thread. */
export interface ToCodeThread {
  readonly id: number;
  readonly code: string;
  /** `{ input, values }` as JSON. */
  readonly given: string;
  /** The program is stopped once the first number is not 0. */
  readonly stop: Int32Array<SharedArrayBuffer>;
}

/** What became of a program. */
export interface FromCodeThread {
  readonly id: number;
  /** JSON; null if it failed. */
  readonly output: string | null;
  readonly error: CodeFault | null;
  /** Lines that it wrote with `console.log`. */
  readonly log: readonly string[];
}

export interface CodeFault {
  /** `CODE`: the program threw or is not JavaScript; `CODE_LIMIT`: it needs too much time or memory; or its output is too long. */
  readonly code: 'CODE' | 'CODE_LIMIT' | 'OUTPUT_TOO_LARGE';
  readonly message: string;
}
