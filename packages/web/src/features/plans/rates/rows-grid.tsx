import { Plus, Trash2 } from 'lucide-react';
import type { ClipboardEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

export type RowsGridProps = {
  /** What one row is called, in lower case: "tier", "point". */
  noun: string;
  /** The columns that are typed. */
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  onRows: (rows: string[][]) => void;
  /** What a new row starts with. */
  fresh: (rows: readonly (readonly string[])[]) => string[];
  /** A column that follows from the others, shown behind the first. */
  derived?: { head: string; text: (index: number) => string };
  readOnly: boolean;
};

/** A small table to type in. Cells copied from a spreadsheet can be pasted: they fill the rows from there on. */
export function RowsGrid({ noun, heads, rows, onRows, fresh, derived, readOnly }: RowsGridProps) {
  const put = (row: number, column: number, text: string) =>
    onRows(rows.map((one, at) => (at === row ? replaced(one, column, text) : [...one])));
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const cells = pastedCells(event.clipboardData.getData('text/plain'));
    if (cells === null) return;
    event.preventDefault();
    const next = rows.map((one) => [...one]);
    cells.forEach((line, down) => {
      const target = next[row + down] ?? fresh(next);
      next[row + down] = target.map((text, at) => line[at - column] ?? text);
    });
    onRows(next);
  };
  return (
    <div className="flex flex-col gap-2">
      <table className="w-full">
        <thead className="caption text-fg-2">
          <tr className="[&>th]:py-1 [&>th]:pe-2 [&>th]:text-start [&>th]:font-medium">
            {heads.map((head, column) => [
              <th key={head} scope="col">
                {head}
              </th>,
              column === 0 && derived ? (
                <th key="derived" scope="col">
                  {derived.head}
                </th>
              ) : null,
            ])}
            <th scope="col">
              <span className="sr-only">Acts</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the table
            <tr key={index} className="[&>td]:py-1 [&>td]:pe-2">
              {heads.map((head, column) => [
                <td key={head}>
                  <Input
                    figure
                    controlSize="sm"
                    disabled={readOnly}
                    aria-label={`${capital(noun)} ${index + 1}, ${head}`}
                    value={row[column] ?? ''}
                    onPaste={(event) => paste(event, index, column)}
                    onChange={(event) => put(index, column, event.target.value.trim())}
                  />
                </td>,
                column === 0 && derived ? (
                  <td key="derived" className="figures text-fg-2">
                    {derived.text(index)}
                  </td>
                ) : null,
              ])}
              <td className="w-8">
                {rows.length > 1 && !readOnly ? (
                  <IconButton
                    size="sm"
                    label={`Remove ${noun} ${index + 1}`}
                    icon={<Trash2 aria-hidden />}
                    onClick={() => onRows(rows.filter((_, at) => at !== index).map((one) => [...one]))}
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {readOnly ? null : (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() => onRows([...rows.map((one) => [...one]), fresh(rows)])}
        >
          Add {noun}
        </Button>
      )}
    </div>
  );
}

/** The cells of a piece of a spreadsheet; null for plain words, which the field takes as they are. Percent signs and blanks go. */
export function pastedCells(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  if (lines.length === 1 && !lines[0]?.includes('\t')) return null;
  return lines.map((line) => line.split('\t').map((cell) => cell.replace(/[%\s]/g, '')));
}

function replaced(row: readonly string[], column: number, text: string): string[] {
  return row.map((one, at) => (at === column ? text : one));
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
