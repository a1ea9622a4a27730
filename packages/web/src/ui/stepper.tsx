import { clsx } from 'clsx';
import { Check, TriangleAlert } from 'lucide-react';
import { messages } from './messages.ts';

/** A step of a wizard. `bad`: done, but with problems to fix. */
export type Step = { id: string; label: string; state: 'done' | 'current' | 'next' | 'bad' };

export type StepperProps = {
  /** The accessible name: "Import steps". */
  label: string;
  steps: readonly Step[];
  /** If given, previous steps can be opened again. */
  onStep?: (id: string) => void;
};

/** The progress through a wizard. In narrow places only the current step shows its label. */
export function Stepper({ label, steps, onStep }: StepperProps) {
  return (
    <nav aria-label={label} className="@container">
      <ol className="flex items-center gap-2">
        {steps.map((step, index) => (
          <li
            key={step.id}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className="flex min-w-0 items-center gap-2 not-last:after:h-px not-last:after:w-4 not-last:after:bg-border-strong @md:not-last:after:w-8"
          >
            <StepWords step={step} number={index + 1} onStep={onStep} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepWords({ step, number, onStep }: { step: Step; number: number; onStep?: (id: string) => void }) {
  const mark = {
    done: <Check aria-hidden />,
    bad: <TriangleAlert aria-hidden />,
    current: number,
    next: number,
  }[step.state];
  const inside = (
    <>
      <span
        className={clsx(
          'grid size-6 shrink-0 place-items-center rounded-full border text-11 font-semibold [&_svg]:size-3.5',
          step.state === 'done' && 'border-transparent bg-primary-soft text-primary-text',
          step.state === 'current' && 'border-transparent bg-primary text-on-primary',
          step.state === 'bad' && 'border-transparent bg-bad-soft text-bad-text',
          step.state === 'next' && 'border-border-strong text-fg-3',
        )}
      >
        {mark}
      </span>
      <span
        className={clsx(
          'truncate text-13',
          step.state === 'current' ? 'font-medium' : 'sr-only text-fg-2 @lg:not-sr-only',
        )}
      >
        {step.label}
        {step.state === 'done' ? <span className="sr-only"> {messages.stepper.done}</span> : null}
        {step.state === 'bad' ? <span className="sr-only"> {messages.stepper.bad}</span> : null}
      </span>
    </>
  );
  const look = 'flex min-w-0 items-center gap-2 rounded-md';
  if (!onStep || step.state === 'next' || step.state === 'current')
    return <span className={look}>{inside}</span>;
  return (
    <button type="button" className={`${look} hover:text-primary-text`} onClick={() => onStep(step.id)}>
      {inside}
    </button>
  );
}
