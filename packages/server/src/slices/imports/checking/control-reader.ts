import type { ControlSource, FileControl } from '@attain/contract/control-totals';
import { decimal, plain } from '@attain/domain/base/decimal';
import { numberReader } from './numbers.ts';
import { RunningSum } from './running-sum.ts';

/** Adds up the control totals of a file over all its records, imported or not, and reads those that it states itself. */
export class ControlReader {
  readonly #read: (text: string) => string;
  readonly #totals: {
    readonly source: ControlSource;
    readonly label: string;
    readonly sum: RunningSum;
    /** What the file states; undefined: nothing yet, null: rows state different totals. */
    stated: string | null | undefined;
  }[];

  constructor(sources: readonly ControlSource[], names: readonly string[], sign: '.' | ',') {
    const read = numberReader(sign);
    this.#read = (text) => read(text, () => '');
    this.#totals = sources.map((source) => ({
      source,
      label: source.column === null ? 'Rows' : (names[source.column] ?? `Column ${source.column + 1}`),
      sum: new RunningSum(),
      stated: undefined,
    }));
  }

  /** Takes a record. */
  record(cells: readonly string[]): void {
    for (const total of this.#totals) {
      const { column, from } = total.source;
      const value = column === null ? '1' : this.#number(cells, column);
      if (value !== null) total.sum.add(value);
      if (typeof from !== 'number') continue;
      const stated = this.#stated(cells, from);
      if (stated !== null)
        total.stated = total.stated === undefined || total.stated === stated ? stated : null;
    }
  }

  /** Takes a total row; the last one with a number counts. */
  total(cells: readonly string[]): void {
    for (const total of this.#totals) {
      const { column, from } = total.source;
      if (from === 'total-row' && column !== null) total.stated = this.#stated(cells, column) ?? total.stated;
    }
  }

  found(): FileControl[] {
    return this.#totals.map(({ source: { from }, label, sum, stated }) => ({
      ...{ label, found: sum.text(), stated: stated ?? null, byFile: from !== 'person' },
      ...(stated === null && { several: true }),
    }));
  }

  #stated(cells: readonly string[], column: number): string | null {
    const text = this.#number(cells, column);
    return text === null ? null : plain(decimal(text));
  }

  #number(cells: readonly string[], column: number): string | null {
    const text = (cells[column] ?? '').trim();
    return (text === '' ? '' : this.#read(text)) || null;
  }
}
