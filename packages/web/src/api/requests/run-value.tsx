import { Download } from 'lucide-react';
import { formatCount } from '../../base/format-number.ts';
import { buttonLook } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { messages } from '../messages.ts';
import type { WorkflowRunDetail } from '../shapes.ts';

/** A value of a run with its label and the endpoint of its full text. */
export type ValueBlockProps = {
  label: string;
  value: unknown;
  /** Characters of a truncated value. */
  cut: number | null | undefined;
  run: string;
  /** `run`, or a step as `node@turn`. */
  step: string;
  side: 'in' | 'out' | 'sent';
  maxHeight?: string;
};

/** truncated values are text and shown unformatted */
const shownText = (value: unknown, cut: ValueBlockProps['cut']) =>
  typeof cut === 'number' && typeof value === 'string' ? `${value}…` : JSON.stringify(value, null, 2);

/** A value of a run; truncated ones with their size and a download link. */
export function ValueBlock({ label, value, cut, run, step, side, maxHeight }: ValueBlockProps) {
  return (
    <>
      {typeof cut === 'number' ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-fg-2">
          {messages.runValue.cut(label, formatCount(cut))}
          <a
            className={buttonLook({ size: 'sm' })}
            href={`/api/workflow-runs/${run}/values/${encodeURIComponent(step)}/${side}`}
            download
            aria-label={messages.runValue.downloadOf(label)}
          >
            <Download aria-hidden />
            {messages.runValue.download}
          </a>
        </p>
      ) : null}
      <CodeBlock label={label} code={shownText(value, cut)} {...(maxHeight ? { maxHeight } : {})} />
    </>
  );
}

/** A value of a run with a visible caption; renders nothing for null. */
export function RunValue({ caption, ...block }: ValueBlockProps & { caption: string }) {
  if (block.value === null) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-12 font-medium">{caption}</h3>
      <ValueBlock {...block} />
    </div>
  );
}

type StepValuesProps = {
  run: string;
  step: Pick<WorkflowRunDetail['steps'][number], 'node' | 'iteration' | 'input' | 'sent' | 'output' | 'cut'>;
  /** Names the step in the labels, where several steps are on screen. */
  title?: string;
  maxHeight?: string;
};

/** What a step received, what it really sent, and its output. */
export function StepValues({ run, step, title, maxHeight }: StepValuesProps) {
  const { sides, sidesOf } = messages.runValue;
  const values = [
    { side: 'in', value: step.input, cut: step.cut?.input },
    { side: 'sent', value: step.sent, cut: step.cut?.sent },
    { side: 'out', value: step.output, cut: step.cut?.output },
  ] as const;
  return values.map(({ side, value, cut }) => (
    <RunValue
      key={side}
      run={run}
      step={`${step.node}@${step.iteration}`}
      side={side}
      caption={sides[side]}
      label={title === undefined ? sides[side] : sidesOf[side](title)}
      value={value}
      cut={cut}
      {...(maxHeight ? { maxHeight } : {})}
    />
  ));
}
