import type { Plan } from '@attain/domain/plans/plan';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { PlanSuggestion } from '../../../api/shapes.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { formatPercent } from '../../../base/format-number.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DecideSuggestion, type Decision } from './decide-suggestion.tsx';
import { changeLines, overrideWords, suggestionStatus } from './suggestion-words.ts';

/** Where a suggestion leads. */
export type SuggestionLinks = {
  /** To what it was computed from; plain words for what this person may not open. */
  evidenceLink: (evidence: PlanSuggestion['evidence'][number], message: string) => ReactNode;
  /** To the version an accepted one was written into. */
  versionLink: (version: number) => ReactNode;
};

type OneSuggestionProps = SuggestionLinks & {
  suggestion: PlanSuggestion;
  document: Plan;
  mayDecide: boolean;
};

/** One suggestion: what it says, what it changes, what it rests on, and how it was decided. */
export function OneSuggestion({ suggestion, document, mayDecide, ...links }: OneSuggestionProps) {
  const titleId = useId();
  const [way, setWay] = useState<Decision>();
  const { status, savings, confidence, confidenceFormula, currency } = suggestion;
  const standing = suggestionStatus[status];
  const open = status === 'open';
  return (
    <li aria-labelledby={titleId} className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={titleId} className="min-w-0 text-14 font-semibold break-words">
          {suggestion.title}
        </h3>
        <Badge meaning={standing.meaning}>{standing.label}</Badge>
        {savings === null ? null : (
          <span className="figures ms-auto">
            {isNegative(savings) ? 'Estimated cost' : 'Estimated savings'}{' '}
            {formatMoney(savings.replace(/^-/, ''), { currency })}
          </span>
        )}
      </div>
      <p className="text-fg-2">{suggestion.reasoning}</p>
      {open ? <Changes suggestion={suggestion} document={document} /> : null}
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-12 text-fg-2">
        <span>
          {suggestion.createdBy}, {formatMoment(suggestion.createdAt)}
        </span>
        {confidence === null ? null : (
          <span>
            Confidence {formatPercent(confidence)}: {confidenceFormula}
          </span>
        )}
        {suggestion.evidence.map((one) => (
          <span key={`${one.kind} ${one.id}`}>{links.evidenceLink(one, one.message)}</span>
        ))}
        {suggestion.workflowRunId === null ? null : (
          <span>
            {links.evidenceLink(
              { kind: 'workflow-run', id: suggestion.workflowRunId, hash: null, message: '' },
              'The run that proposes it',
            )}
          </span>
        )}
      </p>
      <Decided suggestion={suggestion} versionLink={links.versionLink} />
      {open && mayDecide ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="primary" aria-describedby={titleId} onClick={() => setWay('accept')}>
            Accept
          </Button>
          <Button size="sm" aria-describedby={titleId} onClick={() => setWay('override')}>
            Override
          </Button>
          <Button size="sm" aria-describedby={titleId} onClick={() => setWay('reject')}>
            Reject
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
    return (
      <p className="text-12 text-fg-3">Nothing in the plan’s document changes: it asks for work by hand.</p>
    );
  }
  return (
    <ul className="flex flex-col gap-1 text-12">
      {lines.map(({ of, what, now, next }) => (
        <li key={`${of} ${what}`} className="break-words">
          <span className="font-medium">{of}</span>, {what}: <del className="text-fg-3">{now}</del>{' '}
          <ins className="font-medium no-underline">
            <ArrowRight aria-label="would be" className="inline size-3" /> {next}
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
      {suggestionStatus[status].label} by {decision.by}, {formatMoment(decision.at)}
      {code === null ? null : ` (${overrideWords[code]})`}: {decision.reason}{' '}
      {draftVersion === null ? null : versionLink(draftVersion)}
    </p>
  );
}
