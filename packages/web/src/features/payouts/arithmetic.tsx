import { linePercent } from '@attain/domain/attainment/attainment';
import { ArrowUpRight } from 'lucide-react';
import { formatSentence } from '../../api/format-sentence.ts';
import type { Explanation } from '../../api/shapes.ts';
import { attainmentText } from '../../base/format-attainment.ts';
import { formatCredit } from '../../base/format-money.ts';
import { messages } from './messages.ts';

/** Steps of the calculation, in order, with their figures. */
export function Arithmetic({ steps, currency }: { steps: Explanation['steps']; currency: string }) {
  return (
    <ol className="overflow-hidden rounded-lg border">
      {steps.map((step) => (
        <li
          key={`${step.rule} ${step.message} ${step.formula}`}
          className="grid gap-x-4 gap-y-0.5 border-b px-3 py-2 last:border-b-0 last:bg-surface-2 @lg:grid-cols-[1fr_auto]"
        >
          <div className="min-w-0">
            <p>{formatSentence(step.message, currency)}</p>
            {step.formula === step.result ? null : (
              <p className="figures font-mono text-12 break-words whitespace-normal! text-fg-2">
                {step.formula}
              </p>
            )}
          </div>
          <p className="figures self-end text-end font-medium">{step.result}</p>
        </li>
      ))}
    </ol>
  );
}

type NextTierNoteProps = { next: NonNullable<Explanation['nextTier']>; currency: string };

/** Distance to the next tier, and the pay there. */
export function NextTierNote({ next, currency }: NextTierNoteProps) {
  return (
    <section
      aria-label={messages.nextTier}
      className="flex items-start gap-3 rounded-lg border bg-primary-soft px-3 py-2"
    >
      <ArrowUpRight aria-hidden className="mt-0.5 size-4 shrink-0 text-primary-text" />
      <p className="text-pretty">{formatSentence(next.message, currency)}</p>
    </section>
  );
}

type Reached = Pick<Explanation, 'attainmentPercent' | 'credited' | 'quota' | 'currency' | 'unit' | 'window'>;

/** Attainment as text and as a bar; the mark at three quarters is the quota. */
export function AttainmentBar({ line }: { line: Reached }) {
  const { quota } = line;
  const percent = linePercent(line);
  if (percent === null) return null;
  const text = messages.attainment.ofQuota(attainmentText(percent));
  const credited = line.window?.credited ?? line.credited;
  const figure = (amount: string) => formatCredit(amount, line);
  const share = Math.min(100, Math.max(0, (Number(percent) / 100) * 75));
  return (
    <div className="flex flex-col gap-1.5">
      <p className="figures flex flex-wrap justify-between gap-x-4 text-12">
        <span className="font-medium">{text}</span>
        {quota === null ? null : (
          <span className="text-fg-2">{messages.attainment.figures(figure(credited), figure(quota))}</span>
        )}
      </p>
      <div
        role="img"
        aria-label={messages.attainment.reached(text)}
        className="relative h-2 rounded-full bg-border"
      >
        <div
          data-forced-fill
          className={`h-full rounded-full ${Number(percent) >= 100 ? 'bg-ok' : 'bg-primary'}`}
          style={{ width: `${share}%` }}
        />
        <div aria-hidden className="absolute inset-y-[-3px] start-3/4 w-0.5 rounded-full bg-fg" />
      </div>
    </div>
  );
}
