import { Link, type LinkProps } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { formatSentence } from '../../api/format-sentence.ts';
import type { CloseFinding } from '../../api/shapes.ts';
import { formatAmounts } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { messages } from './messages.ts';

const { findings: words } = messages;

/** What blocks a close, then what should be checked, each with the screen that fixes it. */
export function CloseFindings({ findings }: { findings: readonly CloseFinding[] }) {
  const blockers = findings.filter(({ blocks }) => blocks).length;
  return (
    <Card
      flush
      title={words.title}
      beside={blockers > 0 ? <Badge meaning="bad">{messages.blockers(blockers)}</Badge> : null}
    >
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 px-4 pb-3 text-fg-2">
          <CircleCheck aria-hidden className="size-4 text-ok-text" /> {words.none}
        </p>
      ) : (
        <ul className="divide-y border-t">
          {findings.map((finding) => (
            <Finding key={`${finding.kind} ${finding.runId} ${finding.importId}`} finding={finding} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Finding({ finding }: { finding: CloseFinding }) {
  const { kind, count, blocks, planName, periodKey, message, amounts } = finding;
  const Icon = blocks ? CircleAlert : TriangleAlert;
  const more = kind === 'failed' && count > 1 ? ` ${words.more(count - 1)}` : '';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 @lg:px-4">
      <Icon aria-hidden className={`size-4 shrink-0 ${blocks ? 'text-bad-text' : 'text-warn-text'}`} />
      <div className="min-w-0 flex-1 basis-60">
        <div className="font-medium">{words.kinds[kind](`${planName} ${periodKey}`, count)}</div>
        {message === null ? null : (
          <div className="text-12 wrap-anywhere text-fg-2">
            {formatSentence(message)}
            {more}
          </div>
        )}
      </div>
      {amounts.length === 0 ? null : (
        <span className="figures font-medium">
          {blocks ? words.last(formatAmounts(amounts)) : formatAmounts(amounts)}
        </span>
      )}
      <Link {...wayTo(finding)} className={buttonLook({ size: 'sm' })}>
        {words.acts[kind]}
      </Link>
    </li>
  );
}

function wayTo({ kind, runId, importId }: CloseFinding): LinkProps {
  if (importId !== null) return paths.import(importId);
  if (runId !== null) return kind === 'outdated' ? paths.runRecords(runId) : paths.run(runId);
  return kind === 'uncredited' ? paths.eligibility : paths.crediting;
}
