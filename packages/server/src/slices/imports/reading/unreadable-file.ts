/** Why a whole file is rejected; bad rows are never a reason (they are listed row by row). */
export type UnreadableCode =
  | 'EMPTY_FILE'
  | 'FILE_TOO_LARGE'
  | 'MISLABELLED_FILE'
  | 'UNSUPPORTED_FORMAT'
  | 'PASSWORD_PROTECTED'
  | 'TRUNCATED_FILE'
  | 'INFLATES_TOO_LARGE'
  | 'TOO_MANY_ROWS'
  | 'TOO_MANY_COLUMNS'
  | 'TOO_MANY_SHEETS'
  | 'ROW_TOO_LONG'
  | 'DAMAGED_FILE'
  | 'REPEATED_KEY'
  | 'TOOK_TOO_LONG'
  | 'TOOK_TOO_MUCH_MEMORY'
  | 'CANCELLED';

/** A file that can't be read at all. `message` states the problem and the fix. */
export class UnreadableFile extends Error {
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, message: string) {
    super(message);
    this.name = 'UnreadableFile';
    this.code = code;
  }
}
