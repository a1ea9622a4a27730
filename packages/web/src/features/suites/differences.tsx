import { messages } from './messages.ts';

type Difference = { readonly path: string; readonly expected?: unknown; readonly actual?: unknown };

export type DifferencesProps = {
  differences: readonly Difference[];
  /** The headings of the two values. */
  heads: readonly [string, string];
};

/** Places in which two values differ, side by side. */
export function Differences({ differences, heads }: DifferencesProps) {
  return (
    <table className="w-full table-fixed text-12">
      <thead>
        <tr className="text-start text-fg-3">
          {[messages.result.path, ...heads].map((head) => (
            <th key={head} scope="col" className="py-1 pe-2 text-start font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y font-mono">
        {differences.map((one) => (
          <tr key={one.path}>
            <th scope="row" className="py-1 pe-2 text-start font-normal wrap-anywhere">
              {one.path || messages.result.wholeOutput}
            </th>
            <td className="py-1 pe-2 wrap-anywhere">{cut(shownValue(one.expected))}</td>
            <td className="py-1 wrap-anywhere text-bad-text">{cut(shownValue(one.actual))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value as JSON text; words where there is none. */
export function shownValue(value: unknown): string {
  return value === null || value === undefined ? messages.result.missing : JSON.stringify(value, null, 2);
}

/** Longer values are cut. */
function cut(text: string): string {
  return text.length > 240 ? `${text.slice(0, 240)}…` : text;
}
