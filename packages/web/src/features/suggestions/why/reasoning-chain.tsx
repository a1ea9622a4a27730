import type { Explanation } from '@attain/contract/explanations';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { formatSentence } from '../../../api/format-sentence.ts';
import { formatMoneyShort } from '../../../base/format-money.ts';
import { confidenceMeaning, fillOf, textOf } from '../bands.ts';
import { messages } from './messages.ts';

type Step = Explanation['steps'][number];
type Figures = Explanation['figures'];

export type ReasoningChainProps = { steps: readonly Step[]; figures: Figures };

/** The four steps that the confidence is computed from; the weakest is open. */
export function ReasoningChain({ steps, figures }: ReasoningChainProps) {
  const [open, setOpen] = useState(() => new Set([weakestOf(steps)?.id]));
  const toggle = (key: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <ol className="overflow-hidden rounded-lg border">
      {steps.map((step, index) => (
        <StepRow
          key={step.id}
          step={step}
          number={index + 1}
          open={open.has(step.id)}
          onToggle={() => toggle(step.id)}
          figures={figures}
        />
      ))}
    </ol>
  );
}

/** The step with the lowest confidence. */
export function weakestOf(steps: readonly Step[]): Step | undefined {
  return steps
    .filter(({ confidence }) => confidence !== null)
    .reduce<Step | undefined>(
      (low, one) => (low && Number(low.confidence) <= Number(one.confidence) ? low : one),
      undefined,
    );
}

type StepProps = {
  step: Step;
  number: number;
  open: boolean;
  onToggle: () => void;
  figures: Figures;
};

function StepRow({ step, number, open, onToggle, figures }: StepProps) {
  const bodyId = useId();
  const percent = step.confidence;
  const meaning = percent === null ? null : confidenceMeaning(percent);
  return (
    <li className={clsx('border-b last:border-b-0', open && 'bg-ai-soft/40')}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={onToggle}
        className="flex min-h-9 w-full flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-start @md:flex-nowrap hover:bg-surface-2 focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        <span
          aria-hidden
          className={clsx(
            'grid size-5 shrink-0 place-items-center rounded-full border text-11 font-medium',
            open ? 'border-ai text-ai-text' : 'text-fg-2',
          )}
        >
          {number}
        </span>
        <span className="w-28 shrink-0 font-medium">{step.title}</span>
        <span className="order-last min-w-0 basis-full ps-8 text-fg-2 @md:order-none @md:flex-1 @md:basis-0 @md:truncate @md:ps-0">
          {formatSentence(step.statement)}
        </span>
        <span className="ms-auto flex shrink-0 items-center gap-3">
          {meaning === null ? (
            <span className="text-12 text-fg-3">{messages.notApplied}</span>
          ) : (
            <>
              <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-border">
                <span
                  data-forced-fill
                  className={`block h-full rounded-full ${fillOf[meaning]}`}
                  style={{ width: `${percent}%` }}
                />
              </span>
              <span className={`figures w-7 text-end font-semibold ${textOf[meaning]}`}>{percent}</span>
            </>
          )}
          <ChevronRight
            aria-hidden
            className={clsx('size-4 text-fg-3 transition-transform', open && 'rotate-90')}
          />
        </span>
      </button>
      <div id={bodyId} hidden={!open} className="px-3 pb-3 @md:ps-11">
        {open ? (
          <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
            {step.id === 'backtest' ? <PeriodBars figures={figures} /> : null}
            <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
              {step.details.length === 1 ? (
                <p className="text-fg-2">{formatSentence(step.details[0] ?? '')}</p>
              ) : null}
              {step.details.length > 1 ? (
                <ul className="list-disc space-y-0.5 ps-5 text-fg-2">
                  {step.details.map((detail) => (
                    <li key={detail}>{formatSentence(detail)}</li>
                  ))}
                </ul>
              ) : null}
              {step.summary ? (
                <code className="rounded-md bg-sunken px-3 py-2 font-mono text-12 wrap-anywhere">
                  {step.summary}
                </code>
              ) : null}
            </div>
          </div>
        ) : null}
      </div>
    </li>
  );
}

/** The savings of each period as bars, with a table for screen readers. */
function PeriodBars({ figures }: { figures: Figures }) {
  if (!figures || figures.byPeriod.length === 0) return null;
  const { byPeriod, currency } = figures;
  const sizes = byPeriod.map(({ savings }) => Math.abs(Number(savings)));
  const tallest = Math.max(...sizes, 1);
  return (
    <dl aria-label={messages.byPeriod} className="flex items-end gap-4">
      {byPeriod.map(({ period, savings }, index) => (
        <div key={period} className="flex min-w-0 flex-col-reverse items-center gap-1">
          <dt className="text-11 text-fg-3">{period}</dt>
          <dd className="flex flex-col items-center gap-1">
            <span className="figures text-11 whitespace-nowrap text-fg-2">
              {formatMoneyShort(Number(savings), currency)}
            </span>
            <span
              aria-hidden
              data-forced-fill
              className="w-9 rounded-t-sm bg-ai"
              style={{ height: `${Math.max(2, ((sizes[index] ?? 0) / tallest) * 64)}px` }}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
