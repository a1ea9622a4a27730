import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { formatSentence } from '../../../api/format-sentence.ts';
import { planQuery } from '../../../api/queries.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type KeyValue, KeyValueList } from '../../../ui/key-value-list.tsx';
import { confidenceMeaning, riskMeaning, textOf } from '../bands.ts';
import type { Shown } from '../shown.ts';
import { changeLines } from './change-lines.ts';
import { EvidenceLink } from './evidence-link.tsx';
import { messages } from './messages.ts';
import { Part } from './part.tsx';

/** What is stored with a suggestion of a person or an agent, which no analyzer explains. */
export function Stated({ suggestion }: { suggestion: Shown }) {
  return (
    <>
      <Explained text={[suggestion.reasoning]} confidence={suggestion.confidence} />
      <Changes suggestion={suggestion} />
      <Impact suggestion={suggestion} />
      {suggestion.confidenceFormula ? (
        <Part title={messages.confidenceAnalysis}>
          <code className="block rounded-md bg-sunken px-3 py-2 font-mono text-12 wrap-anywhere">
            {suggestion.confidenceFormula}
          </code>
        </Part>
      ) : null}
      <Sources suggestion={suggestion} />
      <Lineage suggestion={suggestion} />
    </>
  );
}

/** The sentences, and the confidence as a word with its percent. */
export function Explained({ text, confidence }: { text: readonly string[]; confidence: number | null }) {
  return (
    <Part title={messages.explanation}>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 text-pretty">
          {text.map((sentence, at) => (
            <p key={sentence} className={at === 0 ? 'text-14 leading-6' : 'text-fg-2'}>
              {sentence}
            </p>
          ))}
        </div>
        {confidence === null ? null : (
          <p className="sm:text-end">
            <span
              className={`figures block text-20 leading-7 font-semibold ${textOf[confidenceMeaning(confidence)]}`}
            >
              {confidence}%
            </span>
            <span className="text-12 text-fg-2">{confidence >= 80 ? messages.high : messages.medium}</span>
          </p>
        )}
      </div>
    </Part>
  );
}

/** The proposed values beside those of the plan. */
export function Changes({ suggestion }: { suggestion: Shown }) {
  const plan = useQuery(planQuery(suggestion.planId));
  if (suggestion.status !== 'open' || !plan.data) return null;
  const lines = changeLines(suggestion.changes, plan.data.document);
  return (
    <Part title={messages.proposed}>
      {lines.length === 0 ? (
        <p className="text-fg-2">{messages.noChanges}</p>
      ) : (
        <ul className="divide-y rounded-lg border">
          {lines.map(({ of, what, now, next }) => (
            <li
              key={`${of} ${what}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 break-words"
            >
              <span className="min-w-0 flex-1 basis-48">
                <span className="font-medium">{of}</span> <span className="text-fg-3">{what}</span>
              </span>
              <del className="font-mono text-12 text-fg-3">{now}</del>
              <ins className="no-underline">
                <Badge meaning="ai" icon={<ArrowRight aria-label={messages.wouldBe} />}>
                  {next}
                </Badge>
              </ins>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Impact({ suggestion }: { suggestion: Shown }) {
  const { projectedSavings, savingsRange, changePercent, riskScore, riskFactors, currency } = suggestion;
  const money = (amount: string) => formatMoney(amount, { currency });
  const rows: KeyValue[] = [];
  if (projectedSavings !== null)
    rows.push({
      key: messages.savings,
      value: <strong>{money(projectedSavings)}</strong>,
      figure: true,
    });
  if (savingsRange)
    rows.push({
      key: messages.range,
      value: messages.rangeOf(money(savingsRange.p10), money(savingsRange.p90)),
      figure: true,
    });
  if (changePercent !== null) rows.push({ key: messages.percent, value: `${changePercent}%`, figure: true });
  if (riskScore !== null)
    rows.push({
      key: messages.risk,
      value: <Badge meaning={riskMeaning(riskScore)}>{riskScore}</Badge>,
    });
  return (
    <Part title={messages.impact}>
      {rows.length === 0 ? (
        <p className="text-fg-2">{messages.noFigures}</p>
      ) : (
        <div className="rounded-lg border px-3 py-1">
          <KeyValueList rows={rows} />
        </div>
      )}
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

/** The stored evidence, with links to what the user may open. */
export function Sources({ suggestion }: { suggestion: Shown }) {
  const { artifacts, evidence, workflowRunId } = suggestion;
  const linked: Shown['evidence'] =
    workflowRunId === null
      ? evidence
      : [...evidence, { kind: 'workflow-run', id: workflowRunId, hash: null, message: messages.run }];
  return (
    <Part title={messages.sources}>
      {artifacts.length + linked.length === 0 ? (
        <p className="text-fg-2">{messages.noSources}</p>
      ) : (
        <ul className="divide-y rounded-lg border *:px-3 *:py-2">
          {artifacts.map(({ id, title, hash }) => {
            const link = linked.find(({ message }) => message === title);
            return (
              <li key={id} className="flex flex-wrap items-baseline justify-between gap-2">
                {link ? <EvidenceLink evidence={link} /> : formatSentence(title)}
                <span className="font-mono text-12 text-fg-3">{hash.slice(0, 8)}</span>
              </li>
            );
          })}
          {linked
            .filter(({ message }) => !artifacts.some(({ title }) => title === message))
            .map((one) => (
              <li key={`${one.kind} ${one.id}`}>
                <EvidenceLink evidence={one} />
              </li>
            ))}
        </ul>
      )}
    </Part>
  );
}

function Lineage({ suggestion }: { suggestion: Shown }) {
  const { analyser, createdBy, createdAt, planName, evidenceHash, asDesigned } = suggestion;
  const rows: KeyValue[] = [
    { key: messages.analyser, value: analyser ?? messages.none },
    { key: messages.by, value: createdBy },
    { key: messages.at, value: formatMoment(createdAt) },
    { key: messages.plan, value: planName },
  ];
  if (asDesigned) rows.push({ key: messages.asDesigned, value: messages.asDesignedText });
  if (evidenceHash !== null) rows.push({ key: messages.pack, value: evidenceHash, mono: true });
  return (
    <Part title={messages.provenance}>
      <div className="rounded-lg border px-3 py-1">
        <KeyValueList rows={rows} />
      </div>
    </Part>
  );
}
