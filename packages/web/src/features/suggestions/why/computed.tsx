import type { Explanation } from '@attain/contract/explanations';
import type { Persona } from '@attain/domain/suggestions/configurations/configuration';
import { isApplicable } from '@attain/domain/suggestions/moves';
import type { ReactNode } from 'react';
import { formatSentence } from '../../../api/format-sentence.ts';
import { Worded } from '../../../api/worded.tsx';
import { formatDay } from '../../../base/format-date.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type KeyValue, KeyValueList } from '../../../ui/key-value-list.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { riskMeaning } from '../bands.ts';
import { messages as words } from '../messages.ts';
import type { Shown } from '../shown.ts';
import { Alternatives } from './alternatives.tsx';
import { Benchmark } from './benchmark.tsx';
import { messages } from './messages.ts';
import { Part } from './part.tsx';
import { ReasoningChain, weakestOf } from './reasoning-chain.tsx';
import { Changes, Explained, Sources } from './stated.tsx';

type Section = 'chain' | 'alternatives' | 'impact' | 'inputs' | 'benchmark' | 'confidence';

/** The order of the sections by persona: its own concern comes first. */
const sectionOrder: Readonly<Record<Persona, readonly Section[]>> = {
  Rep: ['impact', 'chain', 'alternatives', 'inputs', 'benchmark', 'confidence'],
  Manager: ['chain', 'alternatives', 'impact', 'inputs', 'benchmark', 'confidence'],
  Finance: ['impact', 'alternatives', 'chain', 'confidence', 'benchmark', 'inputs'],
};

export type ComputedProps = { suggestion: Shown; explanation: Explanation };

/** The explanation of an analyzer; every figure is the one stored with the suggestion. A finding has only some of the parts. */
export function Computed({ suggestion, explanation }: ComputedProps) {
  const { persona, summary, reasoning, steps, figures, benchmark } = explanation;
  const { inputs, confidence, flipPoint } = explanation;
  // a finding is summed up by its own sentences
  const computed = [summary, ...reasoning.filter((one) => figures !== null || !summary.includes(one))];
  const sections: Readonly<Record<Section, ReactNode>> = {
    chain:
      steps.length === 0 ? null : (
        <Part title={messages.chain} beside={messages.steps(steps.length)}>
          <ReasoningChain key={suggestion.id} steps={steps} figures={figures} />
        </Part>
      ),
    alternatives:
      figures === null ? null : (
        <Part title={messages.alternatives} beside={messages.replayed}>
          <Alternatives explanation={explanation} figures={figures} />
        </Part>
      ),
    impact: <Impact suggestion={suggestion} explanation={explanation} />,
    inputs: inputs.length === 0 ? null : <Inputs inputs={inputs} currency={suggestion.currency} />,
    benchmark: benchmark === null ? null : <Benchmark benchmark={benchmark} />,
    confidence: confidence === null && flipPoint === null ? null : <Confidence explanation={explanation} />,
  };
  return (
    <>
      <Worded of={{ of: 'explanation', id: suggestion.id, persona, shown: computed.join('\n') }}>
        {(worded) => (
          <Explained
            text={(worded?.split('\n').filter(Boolean) ?? computed).map((one) => formatSentence(one))}
            confidence={explanation.confidence}
          />
        )}
      </Worded>
      {isApplicable(suggestion) || suggestion.recordChange !== null ? (
        <Changes suggestion={suggestion} />
      ) : null}
      {sectionOrder[persona].map((section) => (
        <div key={section} className="contents">
          {sections[section]}
        </div>
      ))}
      <Sources suggestion={suggestion} />
      <Lineage explanation={explanation} plan={suggestion.planName} />
    </>
  );
}

function Impact({ suggestion, explanation: { figures, riskFactors } }: ComputedProps) {
  if (figures === null)
    return (
      <Part title={messages.impact}>
        <p>{formatSentence(suggestion.impact)}</p>
      </Part>
    );
  const money = (amount: string) => formatMoney(amount, { currency: figures.currency });
  const rows: KeyValue[] = [
    { key: messages.costNow, value: money(figures.baselineCost), figure: true },
    { key: messages.costNext, value: money(figures.changedCost), figure: true },
    {
      key: messages.savings,
      value: (
        <strong className={figures.projectedSavings.startsWith('-') ? 'text-bad-text' : 'text-ok-text'}>
          {money(figures.projectedSavings)}
        </strong>
      ),
      figure: true,
    },
    { key: messages.affected, value: messages.ofPayees(figures.losers, figures.payees), figure: true },
    { key: messages.greatest, value: `${figures.greatestLossPercent}%`, figure: true },
  ];
  if (figures.range)
    rows.splice(3, 0, {
      key: messages.range,
      value: messages.rangeOf(money(figures.range.p10), money(figures.range.p90)),
      figure: true,
    });
  return (
    <Part title={messages.impact}>
      <div className="rounded-lg border px-3 py-1">
        <KeyValueList rows={rows} />
      </div>
      {riskFactors.length > 0 ? (
        <>
          <h4 className="mt-3 mb-1 text-12 font-medium text-fg-2">{messages.risks}</h4>
          <ul className="list-disc space-y-1 ps-5 text-fg-2">
            {riskFactors.map(({ key, message }) => (
              <li key={key}>{formatSentence(message)}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Part>
  );
}

function Inputs({ inputs, currency }: { inputs: Explanation['inputs']; currency: string }) {
  const areShared = inputs.some(({ savings }) => savings !== null);
  return (
    <Part title={messages.inputs}>
      <div className="overflow-hidden rounded-lg border">
        <ScrollRegion label={messages.inputsRegion}>
          <table className="w-full">
            <thead className="caption bg-surface-2 text-fg-2">
              <tr className="border-b *:px-3 *:py-2 *:text-start *:font-medium *:last:text-end">
                <th scope="col">{messages.input}</th>
                <th scope="col">{messages.value}</th>
                {areShared ? <th scope="col">{messages.share}</th> : null}
              </tr>
            </thead>
            <tbody>
              {inputs.map(({ kind, label, value, savings }) => (
                <tr
                  key={`${kind} ${label}`}
                  className="border-b last:border-b-0 *:px-3 *:py-1.5 *:text-start *:last:text-end"
                >
                  <th scope="row" className="font-medium">
                    {label}
                  </th>
                  <td className="text-fg-2">{formatSentence(value)}</td>
                  {areShared ? <td className="figures">{formatMoney(savings, { currency })}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
    </Part>
  );
}

function Confidence({ explanation }: { explanation: Explanation }) {
  const { steps, confidence, figures, flipPoint } = explanation;
  const percents = steps.flatMap((step) => (step.confidence === null ? [] : [step.confidence]));
  const weakest = weakestOf(steps);
  return (
    <Part title={messages.confidenceAnalysis}>
      <div className="flex flex-col items-start gap-2 rounded-lg border p-3">
        {confidence === null ? null : (
          <code className="font-mono text-12">{messages.confidenceFormula(percents, confidence)}</code>
        )}
        {weakest?.confidence == null ? null : (
          <p className="text-fg-2">{messages.heldBack(weakest.title, weakest.confidence)}</p>
        )}
        {flipPoint === null ? null : (
          <p className="text-fg-2">
            <span className="font-medium text-fg">{messages.flip}: </span>
            {formatSentence(flipPoint)}
          </p>
        )}
        {figures?.risk ? (
          <p className="flex items-center gap-2 text-12 text-fg-2">
            <Badge meaning={riskMeaning(figures.risk.score)}>{words.card.risk(figures.risk.score)}</Badge>
            {messages.riskAgainst(figures.risk.before)}
          </p>
        ) : null}
      </div>
    </Part>
  );
}

function Lineage({ explanation, plan }: { explanation: Explanation; plan: string }) {
  const { provenance, figures } = explanation;
  const rows: KeyValue[] = [
    { key: messages.analyser, value: messages.analyserVersion(provenance.analyser, provenance.version) },
    { key: messages.ruleOf, value: provenance.rule },
    ...provenance.thresholds.map(({ label, value }) => ({ key: label, value })),
    { key: messages.languageModel, value: provenance.languageModel ?? messages.none },
    { key: messages.plan, value: plan },
    { key: messages.engine, value: provenance.engineVersion, mono: true },
    { key: messages.inputHash, value: provenance.inputHash, mono: true },
  ];
  if (figures)
    rows.push({
      key: messages.span,
      value: messages.rangeOf(formatDay(figures.from), formatDay(figures.to)),
    });
  if (provenance.limits.length > 0) rows.push({ key: messages.limits, value: provenance.limits.join(' ') });
  return (
    <Part title={messages.provenance}>
      <div className="rounded-lg border px-3 py-1">
        <KeyValueList rows={rows} />
      </div>
    </Part>
  );
}
