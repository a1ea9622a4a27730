/** Limits of one imported file. All are settings; the error message names the exceeded limit. */
export interface ImportLimits {
  /** Size of the file as uploaded. */
  readonly maxFileBytes: number;
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Characters of one record, quoted line breaks included. */
  readonly maxRowChars: number;
  /** Maximum size of an unpacked spreadsheet. */
  readonly maxInflatedBytes: number;
  /** Inflated size over compressed size, for the container and for each part above 1 MB. */
  readonly maxInflateRatio: number;
  /** Wall time for reading one file, waiting for the database included. */
  readonly timeoutMs: number;
  /** JavaScript heap of the thread that reads a text file. */
  readonly textHeapMb: number;
  /** JavaScript heap of the thread that reads a spreadsheet. */
  readonly spreadsheetHeapMb: number;
  /** Earliest believable date, ISO. */
  readonly minDate: string;
  /** How many years ahead of today a date may lie. */
  readonly maxYearsAhead: number;
}

/** The limits when the operator sets none. */
export const DEFAULT_LIMITS: ImportLimits = {
  maxFileBytes: 1024 * 1024 * 1024,
  maxRows: 5_000_000,
  maxColumns: 1_000,
  maxRowChars: 1024 * 1024,
  maxInflatedBytes: 200 * 1024 * 1024,
  maxInflateRatio: 100,
  timeoutMs: 30 * 60 * 1000,
  textHeapMb: 160,
  spreadsheetHeapMb: 768,
  minDate: '1990-01-01',
  maxYearsAhead: 2,
};
