import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** One broken rule: its number, where, and what to mend. */
export type Problem = { rule: string; path: string; say: string };

export type ProblemListProps<One extends Problem> = {
  problems: readonly One[];
  /** The heading; counts the problems by default. */
  title?: ReactNode;
  /** The way to the place a problem names; without one the place is only written. */
  wayTo?: (problem: One) => (() => void) | undefined;
};

/** Whoever has mended these sees the next. */
const mostShown = 20;

/** The broken rules, each with its number and place. Announced when it appears. */
export function ProblemList<One extends Problem>({ problems, title, wayTo }: ProblemListProps<One>) {
  if (problems.length === 0) return null;
  const counted = problems.length === 1 ? '1 thing to mend' : `${problems.length} things to mend`;
  return (
    <div role="alert" className="rounded-lg border border-bad/40 bg-bad-soft/50 px-3 py-2">
      <p className="flex items-center gap-2 font-medium text-bad-text">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {title ?? counted}
      </p>
      <ul className="mt-1 ms-6 flex flex-col gap-1">
        {problems.slice(0, mostShown).map((problem) => (
          <li key={`${problem.rule} ${problem.path} ${problem.say}`} className="text-pretty wrap-anywhere">
            {problem.say} <Place problem={problem} go={wayTo?.(problem)} />
          </li>
        ))}
        {problems.length > mostShown ? <li>… and {problems.length - mostShown} more</li> : null}
      </ul>
    </div>
  );
}

/** The number of the rule, and the place: a way to it where there is one. */
function Place({ problem: { rule, path }, go }: { problem: Problem; go: (() => void) | undefined }) {
  return (
    <span className="font-mono text-11 text-fg-2">
      {rule}
      {path ? ' · ' : ''}
      {go && path ? (
        <button type="button" className="min-h-6 text-start underline" onClick={go}>
          {path}
        </button>
      ) : (
        path
      )}
    </span>
  );
}
