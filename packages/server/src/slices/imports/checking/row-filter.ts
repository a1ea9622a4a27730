import type { Mapping } from '@attain/contract/imports';
import { withoutHidden } from '../reading/hidden-characters.ts';
import { UnreadableFile } from '../reading/unreadable-file.ts';
import type { ValueStyle } from './readers.ts';
import { parseRowExpression, rowEvaluator } from './row-expression.ts';

/** What the filters say of a row: it is imported, skipped for a reason, or can't be judged. */
export type FilterOutcome =
  | null
  | { readonly skip: string }
  | { readonly problem: string; readonly columns: readonly number[] };

type Filter = (cells: readonly string[]) => FilterOutcome;

const MAX_SHOWN = 60;

/** Compiles the filters of a mapping; the first one a row does not pass is the reason. */
export function compileFilters(
  mapping: Mapping,
  style: ValueStyle & { columnNames: readonly string[] },
): Filter {
  const filters = (mapping.filters ?? []).map((filter): Filter => {
    if ('expression' in filter) return byExpression(filter, style);
    const listed = new Set(filter.values.map((value) => withoutHidden(value).trim().toLowerCase()));
    const name = style.columnNames[filter.column] ?? `Column ${filter.column + 1}`;
    const keepListed = filter.keep === 'listed';
    return (cells) => {
      const text = (cells[filter.column] ?? '').trim();
      if (listed.has(text.toLowerCase()) === keepListed) return null;
      return { skip: `${name}: ${text === '' ? 'blank' : text.slice(0, MAX_SHOWN).replaceAll('\0', '␀')}` };
    };
  });
  return (cells) => {
    for (const filter of filters) {
      const outcome = filter(cells);
      if (outcome !== null) return outcome;
    }
    return null;
  };
}

function byExpression(
  { expression, reason }: { expression: string; reason: string },
  style: ValueStyle & { columnNames: readonly string[] },
): Filter {
  const parsed = parseRowExpression(expression, style.columnNames);
  if (!parsed.ok) throw new UnreadableFile('UNSUPPORTED_FORMAT', `Row filter: ${parsed.message}`);
  const evaluate = rowEvaluator(parsed.value, style);
  const columns = [...new Set(parsed.value.used.map(({ column }) => column))];
  return (cells) => {
    const result = evaluate(cells);
    if (!result.ok)
      return { problem: `The filter “${reason}” can’t judge the row: ${result.message}`, columns };
    if (result.value === true) return null;
    if (result.value === false) return { skip: reason };
    return {
      problem: `The filter “${reason}” gives ${JSON.stringify(result.value)?.slice(0, 40)}, not true or false.`,
      columns,
    };
  };
}
