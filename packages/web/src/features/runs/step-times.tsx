import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { formatDuration } from '../../base/format-date.ts';
import { stepsInOrder } from './run-words.ts';

/** When each step ran, from the first to the last: bars on one line of time, with the figures beside them. */
export function StepTimes({ steps }: { steps: WorkflowRunDetail['steps'] }) {
  const timed = stepsInOrder(steps).flatMap((step) =>
    step.startedAt === null
      ? []
      : [
          {
            step,
            from: Date.parse(step.startedAt),
            to: step.endedAt === null ? null : Date.parse(step.endedAt),
          },
        ],
  );
  if (timed.length === 0) return <p className="text-12 text-fg-3">No step has begun yet.</p>;
  const start = Math.min(...timed.map(({ from }) => from));
  const end = Math.max(...timed.map(({ from, to }) => to ?? from), start + 1);
  const place = (at: number) => ((at - start) * 100) / (end - start);
  return (
    <section aria-label="Timings">
      <h3 className="mb-1 text-12 font-medium">Timings</h3>
      <table className="w-full text-12">
        <thead className="sr-only">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">When</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {timed.map(({ step, from, to }) => (
            <tr key={`${step.node}@${step.iteration}`} className="[&>td]:py-1">
              <td className="w-40 max-w-40 truncate pe-3">{step.title}</td>
              <td>
                <span className="relative block h-3 rounded-sm bg-sunken">
                  <span
                    className="absolute inset-y-0 min-w-0.5 rounded-sm bg-primary"
                    style={{
                      insetInlineStart: `${place(from)}%`,
                      width: `${place(to ?? end) - place(from)}%`,
                    }}
                  />
                </span>
              </td>
              <td className="figures w-24 ps-3 text-end">
                {to === null ? 'not over' : formatDuration(to - from)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
