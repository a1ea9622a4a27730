import type { JsonValue } from '@attain/domain/workflows/json-value';

/** What the process of one session is asked. A change is kept by the `commit` that follows it. */
export type ToSqlite =
  | { readonly ask: 'greet' }
  | { readonly ask: 'columns'; readonly limit: number }
  | {
      readonly ask: 'read' | 'change';
      readonly text: string;
      readonly values: readonly JsonValue[];
      readonly limit: number;
    }
  | { readonly ask: 'commit' };

/** What it opens, and how long it lives. */
export interface SqliteStart {
  readonly file: string;
  readonly lockMs: number;
  readonly lifeMs: number;
  /** Characters of an answer, and bytes of one value. */
  readonly maxLetters: number;
  readonly maxBytes: number;
  /** Bytes of the process. */
  readonly maxMemory: number;
  /** Bytes that a statement may add to the file. */
  readonly maxGrowth: number;
}

/** How the process ends when it takes more memory: no signal that others send. Windows knows no such. */
export const TOO_MUCH_MEMORY = process.platform === 'win32' ? 'SIGKILL' : 'SIGUSR2';

export type FromSqlite =
  /** `rows` is JSON: a list of records. */
  | { readonly rows: string; readonly changed: number }
  /** An answer with more characters than allowed, after so many rows. */
  | { readonly tooLarge: number; readonly of: number }
  | { readonly error: string; readonly passes: boolean };
