import { Plus, Trash2 } from 'lucide-react';
import { type ClipboardEvent, memo, type ReactNode, useCallback, useEffect, useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { type RowFault, useRowFaults } from '../faults/component-faults.ts';
import { messages } from './messages.ts';

export type RowsGridProps = {
  /** Noun for one row, lower case: "tier", "point". */
  noun: string;
  /** Heads of the editable columns. */
  heads: readonly string[];
  /** Path and column names of these rows in the plan, for faults under the row. */
  place: { readonly list: string; readonly names: readonly string[] };
  rows: readonly (readonly string[])[];
  onRows: (rows: string[][]) => void;
  /** Cells of a new row. */
  fresh: (rows: readonly (readonly string[])[]) => string[];
  /** A computed column after the first one. */
  derived?: { head: string; text: (index: number) => string };
  readOnly: boolean;
};

/** A small editable table. Pasting cells from a spreadsheet fills the rows from there on. */
export function RowsGrid({ noun, heads, place, rows, onRows, fresh, derived, readOnly }: RowsGridProps) {
  const faults = useRowFaults(place.list, place.names);
  const acts = useRowActs({ rows, onRows, fresh });
  return (
    <div className="flex flex-col gap-2">
      <Tall readOnly={readOnly} label={messages.grid.region(noun)}>
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
                <span className="sr-only">{messages.grid.actions}</span>
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
          {messages.grid.add(noun)}
        </Button>
      )}
    </div>
  );
}

const tall = '-mx-1 max-h-[32rem] overflow-y-auto px-1';

/** Limits the height of long tables. Keyboard users scroll by moving through the fields. */
function Tall({ readOnly, label, children }: { readOnly: boolean; label: string; children: ReactNode }) {
  if (!readOnly) return <div className={tall}>{children}</div>;
  return (
    <ScrollRegion label={label} className={tall}>
      {children}
    </ScrollRegion>
  );
}

/** Row actions with a stable identity, so that only the edited row of a long table renders again. */
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
              aria-label={messages.grid.cell(capital(noun), index + 1, head)}
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
              label={messages.grid.remove(noun, index + 1)}
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

/** Cells of pasted spreadsheet text without percent signs and blanks; null for plain text, which is pasted normally. */
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
