import type { ControlSource } from '@attain/contract/control-totals';
import type { ImportDetail, Mapping } from '@attain/contract/imports';
import { controlProblem } from '@attain/domain/closes/control-totals';
import type { ApiClient } from './api-client.ts';
import { CommandFailed, UsageError } from './command.ts';

const MAX_TOTALS = 5;
const MAX_REASON = 500;
const ROWS = 'Rows';

/** Control totals of the command line, by the header of the column or “Rows”. */
export type GivenTotals = ReadonlyMap<string, string>;

/** The same with why they differ; null: no reason was given. */
export interface StatedTotals {
  readonly totals: GivenTotals;
  readonly reason: string | null;
}

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

/** Reads why totals differ. Throws UsageError for an empty or long text. */
export function readReason(text: string | undefined): string | null {
  if (text === undefined) return null;
  const reason = text.trim();
  if (reason === '' || reason.length > MAX_REASON)
    throw new UsageError(`The reason of --totals-reason must have 1 to ${MAX_REASON} characters.`);
  return reason;
}

/** Totals to check: those given, and those of the mapping for other columns. Throws UsageError for an unknown column. */
export function askedTotals(
  given: GivenTotals,
  { mapping, headers }: { readonly mapping: Mapping; readonly headers: readonly string[] },
): ControlSource[] {
  const own = [...given.keys()].map((label): ControlSource => {
    const column = label === ROWS ? null : headers.indexOf(label);
    if (column === -1)
      throw new UsageError(
        `The file has no column "${label}" to add up. Its columns: ${headers.map((one) => `"${one}"`).join(', ')}.`,
      );
    return { column, from: 'person' };
  });
  const others = (mapping.controls ?? []).filter(({ column }) => !own.some((one) => one.column === column));
  const asked = [...own, ...others];
  if (asked.length > MAX_TOTALS)
    throw new UsageError(`Give at most ${MAX_TOTALS} control totals; the profile asks for ${others.length}.`);
  return asked;
}

/** States the totals of a checked import, with why they differ. Throws CommandFailed if it does not ask for one of them. */
export async function stateTotals(
  api: ApiClient,
  checked: ImportDetail,
  { totals, reason }: StatedTotals,
): Promise<ImportDetail> {
  const { id, controls } = checked;
  if (totals.size === 0 && (reason === null || controls.length === 0)) return checked;
  // they come first, in the order of `askedTotals`
  const given = [...totals];
  for (const [at, [label]] of given.entries()) {
    if (controls[at]?.label !== label || controls[at].byFile)
      throw new CommandFailed(`The control total of "${label}" could not be compared.`);
  }
  const stated = controls.map((_, at) => given[at]?.[1] ?? null);
  return api.post<ImportDetail>(`/api/imports/${id}/control-totals`, { stated, reason });
}

/** What is wrong with the control totals of an import, unless there is a reason. */
export function problemsOf({ controls, controlReason }: ImportDetail): string[] {
  if (controlReason) return [];
  return controls.filter((one) => one.needsReason).flatMap((one) => controlProblem(one) ?? []);
}
