import { ArrowUpRight } from 'lucide-react';
import type { Explanation } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';

/** The steps of the calculation in their order: what was done, with which numbers, by which rule. */
export function Arithmetic({ steps }: { steps: Explanation['steps'] }) {
  return (
    <ol className="overflow-hidden rounded-lg border">
      {steps.map((step) => (
        <li
          key={`${step.rule} ${step.say} ${step.formula}`}
          className="grid gap-x-4 gap-y-0.5 border-b px-3 py-2 last:border-b-0 last:bg-surface-2 @lg:grid-cols-[1fr_auto]"
        >
          <div className="min-w-0">
            <p>
              <span className="me-2 inline-block rounded-sm bg-sunken px-1 font-mono text-11 text-fg-2">
                {step.rule}
              </span>
              {step.say}
            </p>
            <p className="figures font-mono text-12 break-words whitespace-normal! text-fg-2">
              {step.formula}
            </p>
          </div>
          <p className="figures self-end text-end font-medium">{step.result}</p>
        </li>
      ))}
    </ol>
  );
}

/** What would have to happen to earn more: the distance, and what the line would then pay. */
export function NextTierNote({
  next,
  currency,
}: {
  next: NonNullable<Explanation['nextTier']>;
  currency: string;
}) {
  return (
    <section
      aria-label="Next tier"
      className="flex items-start gap-3 rounded-lg border bg-primary-soft px-3 py-2"
    >
      <ArrowUpRight aria-hidden className="mt-0.5 size-4 shrink-0 text-primary-text" />
      <div>
        <p className="font-medium">{next.say}</p>
        <p className="figures text-12 text-fg-2">
          {formatDecimal(next.needed)} more to credit pays {formatMoney(next.wouldPay, { currency })}
        </p>
      </div>
    </section>
  );
}

/** How far the quota is reached, as a bar with the figures beside it; 100 % stands at three quarters. */
export function AttainmentBar({ percent, label }: { percent: string; label: string }) {
  const share = Math.min(100, Math.max(0, (Number(percent) / 100) * 75));
  return (
    <div role="img" aria-label={label} className="relative h-2 rounded-full bg-sunken">
      <div
        className={`h-full rounded-full ${Number(percent) >= 100 ? 'bg-ok' : 'bg-primary'}`}
        style={{ width: `${share}%` }}
      />
      <div aria-hidden className="absolute inset-y-[-3px] start-3/4 w-0.5 rounded-full bg-fg-3" />
    </div>
  );
}
