import { Plus, Trash2 } from 'lucide-react';
import { type ClipboardEvent, memo, type ReactNode, useCallback, useEffect, useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { type RowFault, useRowFaults } from '../faults/component-faults.ts';

export type RowsGridProps = {
  /** What one row is called, in lower case: "tier", "point". */
  noun: string;
  /** The columns that are typed. */
  heads: readonly string[];
  /** Where the plan holds these rows, and how it names the columns: what is wrong with them is said under the row. */
  place: { readonly list: string; readonly names: readonly string[] };
  rows: readonly (readonly string[])[];
  onRows: (rows: string[][]) => void;
  /** What a new row starts with. */
  fresh: (rows: readonly (readonly string[])[]) => string[];
  /** A column that follows from the others, shown behind the first. */
  derived?: { head: string; text: (index: number) => string };
  readOnly: boolean;
};

/** A small table to type in. Cells copied from a spreadsheet can be pasted: they fill the rows from there on. */
export function RowsGrid({ noun, heads, place, rows, onRows, fresh, derived, readOnly }: RowsGridProps) {
  const faults = useRowFaults(place.list, place.names);
  const acts = useRowActs({ rows, onRows, fresh });
  return (
    <div className="flex flex-col gap-2">
      <Tall readOnly={readOnly} label={`Every ${noun}, scrollable`}>
        <table className="w-full">
          <thead className="caption sticky top-0 z-10 bg-surface text-fg-2">
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
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the table
                key={index}
                {...{ noun, heads, row, index, readOnly, acts }}
                derived={derived?.text(index)}
                fault={faults.get(index)}
                removable={rows.length > 1 && !readOnly}
              />
            ))}
          </tbody>
        </table>
      </Tall>
      {readOnly ? null : (
        <Button size="sm" className="self-start" icon={<Plus aria-hidden />} onClick={acts.add}>
          Add {noun}
        </Button>
      )}
    </div>
  );
}

const tall = '-mx-1 max-h-[32rem] overflow-y-auto px-1';

/** Keeps what stands below many rows in reach. The keyboard scrolls by the fields inside, where they can be typed in. */
function Tall({ readOnly, label, children }: { readOnly: boolean; label: string; children: ReactNode }) {
  if (!readOnly) return <div className={tall}>{children}</div>;
  return (
    <ScrollRegion label={label} className={tall}>
      {children}
    </ScrollRegion>
  );
}

/** What can be done with rows, the same functions all the time: of a thousand rows only the one that is typed in is drawn again. */
function useRowActs(given: Pick<RowsGridProps, 'rows' | 'onRows' | 'fresh'>) {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const put = useCallback((row: number, column: number, text: string) => {
    const { rows, onRows } = latest.current;
    onRows(rows.map((one, at) => (at === row ? replaced(one, column, text) : [...one])));
  }, []);
  const paste = useCallback((event: ClipboardEvent, row: number, column: number) => {
    const cells = pastedCells(event.clipboardData.getData('text/plain'));
    if (cells === null) return;
    event.preventDefault();
    const { rows, onRows, fresh } = latest.current;
    const next = rows.map((one) => [...one]);
    cells.forEach((line, down) => {
      const target = next[row + down] ?? fresh(next);
      next[row + down] = target.map((text, at) => line[at - column] ?? text);
    });
    onRows(next);
  }, []);
  const remove = useCallback((row: number) => {
    const { rows, onRows } = latest.current;
    onRows(rows.filter((_, at) => at !== row).map((one) => [...one]));
  }, []);
  const add = useCallback(() => {
    const { rows, onRows, fresh } = latest.current;
    onRows([...rows.map((one) => [...one]), fresh(rows)]);
  }, []);
  const acts = useRef({ put, paste, remove, add });
  return acts.current;
}

type RowProps = Pick<RowsGridProps, 'noun' | 'heads' | 'readOnly'> & {
  row: readonly string[];
  index: number;
  acts: ReturnType<typeof useRowActs>;
  derived: string | undefined;
  fault: RowFault | undefined;
  removable: boolean;
};

const Row = memo(DrawnRow, (before, after) => {
  const { row, heads, fault, ...rest } = after;
  return (
    row.join('\n') === before.row.join('\n') &&
    heads.join() === before.heads.join() &&
    fault?.message === before.fault?.message &&
    fault?.column === before.fault?.column &&
    Object.entries(rest).every(([name, value]) => before[name as keyof typeof rest] === value)
  );
});

function DrawnRow({ noun, heads, row, index, readOnly, acts, derived, fault, removable }: RowProps) {
  const faultId = useId();
  const isWrong = (column: number) => fault !== undefined && (fault.column ?? 0) === column;
  return (
    <>
      <tr className="[&>td]:py-1 [&>td]:pe-2">
        {heads.map((head, column) => [
          <td key={head}>
            <Input
              figure
              controlSize="sm"
              disabled={readOnly}
              aria-label={`${capital(noun)} ${index + 1}, ${head}`}
              aria-invalid={isWrong(column) || undefined}
              aria-describedby={isWrong(column) ? faultId : undefined}
              value={row[column] ?? ''}
              onPaste={(event) => acts.paste(event, index, column)}
              onChange={(event) => acts.put(index, column, event.target.value.trim())}
            />
          </td>,
          column === 0 && derived !== undefined ? (
            <td key="derived" className="figures text-fg-2">
              {derived}
            </td>
          ) : null,
        ])}
        <td className="w-8">
          {removable ? (
            <IconButton
              size="sm"
              label={`Remove ${noun} ${index + 1}`}
              icon={<Trash2 aria-hidden />}
              onClick={() => acts.remove(index)}
            />
          ) : null}
        </td>
      </tr>
      {fault ? (
        <tr>
          <td id={faultId} colSpan={heads.length + 2} className="pb-1 text-12 text-pretty text-bad-text">
            {fault.message}
          </td>
        </tr>
      ) : null}
    </>
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
