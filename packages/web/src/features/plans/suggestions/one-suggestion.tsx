import type { Plan } from '@attain/domain/plans/plan';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { PlanSuggestion } from '../../../api/shapes.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DecideSuggestion, type Decision } from './decide-suggestion.tsx';
import { messages } from './messages.ts';
import { changeLines, overrideWords, suggestionStatus } from './suggestion-words.ts';

/** Links of a suggestion. */
export type SuggestionLinks = {
  /** Link to the evidence, or plain text if the user may not open it. */
  evidenceLink: (evidence: PlanSuggestion['evidence'][number], message: string) => ReactNode;
  /** Link to the draft version with the accepted changes. */
  versionLink: (version: number) => ReactNode;
};

type OneSuggestionProps = SuggestionLinks & {
  suggestion: PlanSuggestion;
  document: Plan;
  mayDecide: boolean;
};

/** One suggestion with its changes, evidence and decision. */
export function OneSuggestion({ suggestion, document, mayDecide, ...links }: OneSuggestionProps) {
  const titleId = useId();
  const [way, setWay] = useState<Decision>();
  const { status, projectedSavings: savings, confidence, confidenceFormula, currency } = suggestion;
  const badge = suggestionStatus[status];
  const open = status === 'open';
  return (
    <li aria-labelledby={titleId} className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={titleId} className="min-w-0 text-14 font-semibold break-words">
          {suggestion.title}
        </h3>
        <Badge meaning={badge.meaning}>{badge.label}</Badge>
        {savings === null ? null : (
          <span className="figures ms-auto">
            {isNegative(savings) ? messages.one.cost : messages.one.savings}{' '}
            {formatMoney(savings.replace(/^-/, ''), { currency })}
          </span>
        )}
      </div>
      <p className="text-fg-2">{suggestion.reasoning}</p>
      {open ? <Changes suggestion={suggestion} document={document} /> : null}
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-12 text-fg-2">
        <span>{messages.one.by(suggestion.createdBy, formatMoment(suggestion.createdAt))}</span>
        {confidence === null ? null : (
          <span>{messages.one.confidence(`${confidence}%`, confidenceFormula)}</span>
        )}
        {suggestion.evidence.map((one) => (
          <span key={`${one.kind} ${one.id}`}>{links.evidenceLink(one, one.message)}</span>
        ))}
        {suggestion.workflowRunId === null ? null : (
          <span>
            {links.evidenceLink(
              { kind: 'workflow-run', id: suggestion.workflowRunId, hash: null, message: '' },
              messages.one.run,
            )}
          </span>
        )}
      </p>
      <Decided suggestion={suggestion} versionLink={links.versionLink} />
      {open && mayDecide ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="primary" aria-describedby={titleId} onClick={() => setWay('accept')}>
            {messages.one.accept}
          </Button>
          <Button size="sm" aria-describedby={titleId} onClick={() => setWay('override')}>
            {messages.one.override}
          </Button>
          <Button size="sm" aria-describedby={titleId} onClick={() => setWay('reject')}>
            {messages.one.reject}
          </Button>
        </div>
      ) : null}
      {way ? <DecideSuggestion suggestion={suggestion} way={way} onClose={() => setWay(undefined)} /> : null}
    </li>
  );
}

function Changes({ suggestion, document }: Pick<OneSuggestionProps, 'suggestion' | 'document'>) {
  const lines = changeLines(suggestion.changes, document);
  if (lines.length === 0) {
    return <p className="text-12 text-fg-3">{messages.one.noChanges}</p>;
  }
  return (
    <ul className="flex flex-col gap-1 text-12">
      {lines.map(({ of, what, now, next }) => (
        <li key={`${of} ${what}`} className="break-words">
          {messages.one.change(of, what)} <del className="text-fg-3">{now}</del>{' '}
          <ins className="font-medium no-underline">
            <ArrowRight aria-label={messages.one.wouldBe} className="inline size-3" /> {next}
          </ins>
        </li>
      ))}
    </ul>
  );
}

function Decided({ suggestion, versionLink }: Pick<OneSuggestionProps, 'suggestion' | 'versionLink'>) {
  const { decision, status } = suggestion;
  if (decision === null) return null;
  const { draftVersion, code } = decision;
  return (
    <p className="text-12">
      {messages.one.decided({
        status: suggestionStatus[status].label,
        name: decision.by,
        at: formatMoment(decision.at),
        code: code === null ? null : overrideWords[code],
        reason: decision.reason,
      })}{' '}
      {draftVersion === null ? null : versionLink(draftVersion)}
    </p>
  );
}
