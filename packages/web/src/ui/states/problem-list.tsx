import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';

/** One broken rule: its number, where, and what to mend. */
export type Problem = { rule: string; path: string; message: string };

export type ProblemListProps<One extends Problem> = {
  problems: readonly One[];
  /** The heading; counts the problems by default. */
  title?: ReactNode;
  /** The way to the place a problem names. */
  wayTo?: (problem: One) => (() => void) | undefined;
  /** What can be done with the list, under it: export it. */
  action?: ReactNode;
};

/** Whoever has mended these sees the next; all of them stand behind a button. */
const firstShown = 20;

/** The broken rules, each once, in words; rule numbers and places are behind Details. Announced when it appears. */
export function ProblemList<One extends Problem>({
  problems: visible,
  title,
  wayTo,
  action,
}: ProblemListProps<One>) {
  const problems = [...new Map(visible.map((problem) => [keyOf(problem), problem])).values()];
  if (problems.length === 0) return null;
  const counted = problems.length === 1 ? '1 thing to mend' : `${problems.length} things to mend`;
  const rows = (some: readonly One[]) =>
    some.map((problem) => (
      <li key={keyOf(problem)} className="text-pretty wrap-anywhere">
        <Sentence message={problem.message} go={wayTo?.(problem)} />
      </li>
    ));
  return (
    <div className="rounded-lg border border-bad/40 bg-bad-soft/50 px-3 py-2">
      <div role="alert">
        <p className="flex items-center gap-2 font-medium text-bad-text">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {title ?? counted}
        </p>
        <ul className="mt-1 ms-6 flex flex-col gap-1">{rows(problems.slice(0, firstShown))}</ul>
      </div>
      {problems.length > firstShown || action ? (
        <Rest count={problems.length} action={action}>
          {rows(problems.slice(firstShown))}
        </Rest>
      ) : null}
      <Details problems={problems} />
    </div>
  );
}

type RestProps = { count: number; action: ReactNode; children: readonly ReactNode[] };

/** What stands after the first problems: hidden until it is asked for, and not announced, for there may be hundreds. */
function Rest({ count, action, children }: RestProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="ms-6 mt-1 flex flex-col gap-2">
      <ul id={id} hidden={!open} aria-label={`The other ${children.length}`} className="space-y-1">
        {open ? children : null}
      </ul>
      <div className="flex flex-wrap gap-2">
        {children.length > 0 ? (
          <Button size="sm" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? `Show the first ${firstShown}` : `Show all ${count}`}
          </Button>
        ) : null}
        {action}
      </div>
    </div>
  );
}

function keyOf({ rule, path, message }: Problem): string {
  return JSON.stringify([rule, path, message]);
}

/** What is wrong, as a button to its place where there is a way to it. */
function Sentence({ message, go }: { message: string; go: (() => void) | undefined }) {
  if (!go) return message;
  return (
    <button type="button" className="min-h-6 text-start text-pretty underline" onClick={go}>
      {message}
    </button>
  );
}

/** The rule and the place in the document of each problem: for who reports it, not for who reads it. */
function Details({ problems }: { problems: readonly Problem[] }) {
  const places = [...new Set(problems.map(({ rule, path }) => [rule, path].filter(Boolean).join(' · ')))];
  const shown = places.filter((place) => place !== '');
  if (shown.length === 0) return null;
  return (
    <details className="ms-6 mt-1 text-12 text-fg-2">
      <summary className="min-h-6 cursor-pointer">Details</summary>
      <ul className="font-mono text-11 wrap-anywhere">
        {shown.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
    </details>
  );
}
