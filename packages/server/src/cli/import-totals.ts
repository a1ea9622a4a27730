import type { ControlSource } from '@attain/contract/control-totals';
import type { ImportDetail, Mapping } from '@attain/contract/imports';
import { controlProblem } from '@attain/domain/closes/control-totals';
import type { ApiClient } from './api-client.ts';
import { UsageError } from './command.ts';

const MAX_TOTALS = 5;
const ROWS = 'Rows';

/** Control totals of the command line: by the header of the column, or “Rows”. */
export type GivenTotals = ReadonlyMap<string, string>;

/** Reads `Rows=120;Amount=1234.50`. Throws UsageError for anything else. */
export function readTotals(text: string | undefined): GivenTotals {
  const parts = text === undefined ? [] : text.split(';').filter((part) => part.trim() !== '');
  const totals = parts.map((part): [string, string] => {
    const at = part.lastIndexOf('=');
    const [label, total] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at < 1 || label === '' || !/^-?\d+(\.\d+)?$/.test(total))
      throw new UsageError(
        `"${part.trim()}" is not a control total. Write the column and its total, such as "Amount=1234.50", or "Rows=120".`,
      );
    return [label, total];
  });
  const byLabel = new Map(totals);
  if (byLabel.size < totals.length) throw new UsageError('Each column can have one control total.');
  if (byLabel.size > MAX_TOTALS) throw new UsageError(`Give at most ${MAX_TOTALS} control totals.`);
  return byLabel;
}

/** The totals that the check is asked for: those of the mapping, and those that were given. Throws UsageError for an unknown column. */
export function askedTotals(
  given: GivenTotals,
  { mapping, headers }: { readonly mapping: Mapping; readonly headers: readonly string[] },
): ControlSource[] {
  const asked = [...(mapping.controls ?? [])];
  for (const label of given.keys()) {
    const column = label === ROWS && !headers.includes(ROWS) ? null : headers.indexOf(label);
    if (column === -1)
      throw new UsageError(
        `The file has no column "${label}" to add up. Its columns: ${headers.map((one) => `"${one}"`).join(', ')}.`,
      );
    if (!asked.some((one) => one.column === column)) asked.push({ column, from: 'person' });
  }
  return asked;
}

/** States the given totals of a checked import, with why they differ. Returns what is wrong with them when no reason was given. */
export async function stateTotals(
  api: ApiClient,
  { id, controls }: Pick<ImportDetail, 'id' | 'controls'>,
  { given, reason = null }: { readonly given: GivenTotals; readonly reason: string | null | undefined },
): Promise<string[]> {
  if (controls.length === 0 || (given.size === 0 && reason === null)) return problemsOf(controls, reason);
  const stated = controls.map(({ label }) => given.get(label) ?? null);
  const now = await api.post<ImportDetail>(`/api/imports/${id}/control-totals`, { stated, reason });
  return problemsOf(now.controls, reason);
}

function problemsOf(controls: ImportDetail['controls'], reason: string | null): string[] {
  if (reason !== null) return [];
  return controls.filter((one) => one.needsReason).flatMap((one) => controlProblem(one) ?? []);
}
