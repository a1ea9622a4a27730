import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { messages } from '../messages.ts';

/** A violated rule: its number, path, and message with the fix. */
export type Problem = { rule: string; path: string; message: string };

export type ProblemListProps<One extends Problem> = {
  problems: readonly One[];
  /** The heading; counts the problems by default. */
  title?: ReactNode;
  /** Opens the place of a problem, if possible. */
  wayTo?: (problem: One) => (() => void) | undefined;
  /** An action below the list, such as an export. */
  action?: ReactNode;
};

/** More problems are behind a button */
const firstShown = 20;

/** The problems, each once; rule numbers and paths are behind Details. Announced when it appears. */
export function ProblemList<One extends Problem>({
  problems: visible,
  title,
  wayTo,
  action,
}: ProblemListProps<One>) {
  const problems = [...new Map(visible.map((problem) => [keyOf(problem), problem])).values()];
  if (problems.length === 0) return null;
  const counted = problems.length === 1 ? messages.problems.one : messages.problems.many(problems.length);
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

/** The remaining problems: hidden and not announced until opened, because there may be hundreds. */
function Rest({ count, action, children }: RestProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="ms-6 mt-1 flex flex-col gap-2">
      <ul id={id} hidden={!open} aria-label={messages.problems.others(children.length)} className="space-y-1">
        {open ? children : null}
      </ul>
      <div className="flex flex-wrap gap-2">
        {children.length > 0 ? (
          <Button size="sm" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? messages.problems.showFirst(firstShown) : messages.problems.showAll(count)}
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

/** The message, as a button if its place can be opened. */
function Sentence({ message, go }: { message: string; go: (() => void) | undefined }) {
  if (!go) return message;
  return (
    <button type="button" className="min-h-6 text-start text-pretty underline" onClick={go}>
      {message}
    </button>
  );
}

/** Rule and path of each problem, for bug reports. */
function Details({ problems }: { problems: readonly Problem[] }) {
  const places = [...new Set(problems.map(({ rule, path }) => [rule, path].filter(Boolean).join(' · ')))];
  const shown = places.filter((place) => place !== '');
  if (shown.length === 0) return null;
  return (
    <details className="ms-6 mt-1 text-12 text-fg-2">
      <summary className="min-h-6 cursor-pointer">{messages.problems.details}</summary>
      <ul className="font-mono text-11 wrap-anywhere">
        {shown.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
    </details>
  );
}
