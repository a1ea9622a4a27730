import type { importKinds } from '@attain/contract/imports';
import type { PlanCalendar } from '@attain/domain/plans/plan-calendar';

export type KindName = (typeof importKinds)[number];

/** Kinds of files: all imports, and assignments, which a calculation without a server needs. */
export type FileKind = KindName | 'assignments';

/** How the text of a cell is read; each type has one reader in checking/readers.ts. */
export type FieldType =
  | 'id'
  | 'participant'
  | 'text'
  | 'email'
  | 'date'
  | 'number'
  | 'positive'
  | 'percent'
  | 'currency'
  | 'unit'
  | 'splits'
  | 'overlays'
  | 'months'
  | 'period'
  | 'span'
  | 'weight'
  | 'cap'
  | 'accelerator'
  | 'status'
  | 'outcome'
  | 'reason-code'
  | 'counts-as';

/** The customer's own columns of a deal, as an object of texts; null for a blank cell. */
export const OWN_FIELDS = 'ownFields';

/** One field a column of the file can become. */
export interface KindField {
  readonly field: string;
  readonly label: string;
  readonly required: boolean;
  readonly type: FieldType;
  /** One sentence: what it is, how it is written, with an example. */
  readonly describe: string;
  /** Headers that mean this field, lower case letters and digits only, best first. */
  readonly hints: readonly string[];
  /** Headers that may mean it, written likewise: taken where one column alone bears one, its values fit, and none of `hints` is there. */
  readonly mayBe?: readonly string[];
  /** Canonical value of a new row when the field is not mapped or its cell is empty. */
  readonly fallback?: string;
}

/** Reports an error or warning of a row; `field` is the field, `reason` why, `fix` what to do. */
export interface RowVoice {
  fail(field: string, reason: string, fix: string): void;
  warn(field: string, reason: string, fix: string): void;
  /** True if the field already has an error. */
  isBad(field: string): boolean;
  /** The text of the file a field was read from; empty for a constant. */
  textOf(field: string): string;
}

/** Canonical values of one row by index of `fields`; null where empty. */
export type RowValues = (string | null)[];

/** Checks what only the whole row can show, and completes it; runs after every cell was read. */
export type FinishRow = (values: RowValues, voice: RowVoice) => void;

/** A kind of file: its fields, what a stored row of it holds, and when two rows of a file are the same thing. */
export interface Kind {
  readonly name: FileKind;
  readonly label: string;
  readonly fields: readonly KindField[];
  /** The fields a checked row carries on, in the order of the staging columns. */
  readonly stored: readonly string[];
  /** Two rows of one file that agree in all of these are duplicates. */
  readonly key: readonly string[];
  /** Field that names another record of this kind, without which a row is not stored. */
  readonly needs?: string;
  /** Field whose sums are shown, with the fields of its unit and currency. */
  readonly total: {
    readonly amount: string;
    readonly unit: string | null;
    readonly currency: string | null;
  } | null;
  /** Fields with the first and the last business day of a row. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** Prepares the row check; `at` gives the index of a field, `calendars` those of the plans there are. */
  finish(at: (field: string) => number, calendars: readonly PlanCalendar[]): FinishRow;
}
