import type { WhatIfRun } from '@attain/contract/what-if';
import { Activity, ArrowRight, Gauge } from 'lucide-react';
import { formatMoney } from '../../../base/format-money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { confidenceMeaning, riskMeaning } from '../bands.ts';
import { messages as words } from '../messages.ts';
import { impactWords } from '../words.ts';
import { messages } from './messages.ts';

/** What a run would save, with risk and confidence in the colors of the cards. */
export function RunFigures({ run }: { run: WhatIfRun }) {
  const { riskScore, confidence } = run;
  const impact = impactWords(run);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {impact ? <span className={`figures font-semibold ${impact.tone}`}>{impact.text}</span> : null}
      {riskScore === null ? null : (
        <Badge meaning={riskMeaning(riskScore)} icon={<Activity aria-hidden />}>
          {words.card.risk(riskScore)}
        </Badge>
      )}
      <Badge meaning={confidenceMeaning(confidence)} icon={<Gauge aria-hidden />}>
        {words.card.confidence(confidence)}
      </Badge>
    </span>
  );
}

/** The result of the run just made: figures, losers and range. */
export function RunResult({ run }: { run: WhatIfRun }) {
  const money = (amount: string) => formatMoney(amount, { currency: run.currency });
  const more = [
    messages.losers(run.losers, run.payees),
    ...(run.range ? [messages.range(money(run.range.p10), money(run.range.p90))] : []),
  ];
  return (
    <div role="status" className="flex flex-col gap-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <TriedValue run={run} />
        <RunFigures run={run} />
      </span>
      <span className="text-12 text-fg-3">{more.join(' · ')}</span>
    </div>
  );
}

/** The plan's value and the one that was tried. */
export function TriedValue({ run }: { run: WhatIfRun }) {
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-1 font-mono text-12 text-fg-2">
      {run.originalValue} <ArrowRight aria-label={messages.becomes} className="size-3 text-fg-3" />
      <span className="text-fg">{run.newValue}</span>
    </span>
  );
}

/** The name of the value that was tried: `Cap of MBO - Strategic Wins`. */
export function parameterName({
  parameter,
  componentName,
}: Pick<WhatIfRun, 'parameter' | 'componentName'>): string {
  return messages.parameters[parameter](componentName ?? '');
}
