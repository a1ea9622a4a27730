import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, CircleMinus, Download, History, Share2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatSentence } from '../../../api/format-sentence.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { DropdownMenu } from '../../../ui/overlays/dropdown-menu.tsx';
import { recordEvent } from '../events/event-queue.ts';
import { messages as words } from '../messages.ts';
import { openAbout } from '../panel/panel-store.ts';
import { suggestionQuery } from '../queries.ts';
import type { Shown } from '../shown.ts';
import { Part } from '../why/part.tsx';
import { Claimed } from './claimed.tsx';
import { exportEvidence, exportFormats } from './export-evidence.ts';
import { messages } from './messages.ts';
import { logBlocked, Result } from './result.tsx';
import { statusBadge } from './status-badge.ts';
import { useValidation, type Validation } from './use-validation.ts';

/** The evidence of a suggestion, validated while it opens: the result first, then its figures, artifacts, policies, hashes and each step. */
export function EvidenceDrawer({ suggestion, onClose }: { suggestion: Shown; onClose: () => void }) {
  const { id } = suggestion;
  const validation = useValidation(id, { recorded: true });
  const [problem, setProblem] = useState<string | null>(null);
  const { state, evidence, validated, steps } = validation;
  const shown = statusBadge(state);
  useEffect(() => recordEvent('evidence', id, { action: 'view' }), [id]);
  const save = async (format: (typeof exportFormats)[number]) => {
    const failure = await exportEvidence(id, format);
    setProblem(failure);
    if (failure === null) recordEvent('evidence', id, { action: 'export', format });
    else recordEvent('export_failed', id, { format });
  };
  return (
    <Drawer
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={messages.title}
      description={suggestion.title}
      beside={<Badge meaning={shown.meaning}>{shown.label}</Badge>}
      footer={
        evidence ? (
          <>
            <Button
              variant="ghost"
              className="me-auto"
              icon={<History aria-hidden />}
              onClick={() => openAbout({ what: 'trail', id })}
            >
              {words.card.trail}
            </Button>
            <Button
              variant="ghost"
              icon={<Share2 aria-hidden />}
              onClick={() => openAbout({ what: 'share', id })}
            >
              {words.card.share}
            </Button>
            <DropdownMenu
              trigger={<Button icon={<Download aria-hidden />}>{messages.export}</Button>}
              align="end"
              sections={[
                {
                  id: 'formats',
                  items: exportFormats.map((format) => ({
                    id: format,
                    label: messages.formats[format],
                    onSelect: () => void save(format),
                  })),
                },
              ]}
            />
          </>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-5">
        {evidence === null && state === 'error' ? (
          <Alert text={noPackOr(suggestion)} />
        ) : (
          <Result validation={validation} />
        )}
        {suggestion.status === 'superseded' ? <Stale suggestion={suggestion} /> : null}
        {problem === null ? null : <Alert text={problem} />}
        {validated === null ? null : <Claimed pack={validated.pack} />}
        <Artifacts suggestion={suggestion} />
        <Policies suggestion={suggestion} />
        {evidence === null ? null : <Registry evidence={evidence} />}
        {steps.length === 0 ? null : <Integrity steps={steps} />}
      </div>
    </Drawer>
  );
}

/** Says that intact evidence is of earlier inputs, with the way to that of the newer suggestion. */
function Stale({ suggestion: { supersededBy } }: { suggestion: Shown }) {
  const newer = useQuery({ ...suggestionQuery(supersededBy ?? ''), enabled: supersededBy !== null }).data;
  return (
    <p role="note" className="rounded-lg border border-warn bg-warn-soft px-3 py-2 text-warn-text">
      {newer === undefined ? (
        messages.stale
      ) : (
        <>
          {messages.staleBy}{' '}
          <Link {...paths.suggestion(newer.id)} className="font-medium underline">
            {newer.title}
          </Link>
          {messages.staleText}
        </>
      )}
    </p>
  );
}

const noPackOr = ({ evidenceHash }: Shown) =>
  evidenceHash === null ? messages.missing : messages.outcomes.error;

function Alert({ text }: { text: string }) {
  return (
    <p role="alert" className="rounded-lg border border-bad bg-bad-soft px-3 py-2 text-bad-text">
      {text}
    </p>
  );
}

function Registry({ evidence }: { evidence: NonNullable<Validation['evidence']> }) {
  const { evidenceHash, auditAnchor, timestamp, isRedacted } = evidence;
  return (
    <Part title={messages.registry}>
      <dl className="divide-y rounded-lg border px-3 py-1">
        <Hash name={messages.evidenceHash} value={evidenceHash} />
        {auditAnchor === null ? null : <Hash name={messages.anchor} value={auditAnchor} />}
        <div className="grid gap-x-4 py-1.5 @xs:grid-cols-[minmax(7rem,2fr)_3fr]">
          <dt className="text-12 text-fg-3">{messages.packed}</dt>
          <dd>{formatMoment(timestamp)}</dd>
        </div>
      </dl>
      {isRedacted ? <p className="mt-1 text-12 text-fg-2">{messages.redacted}</p> : null}
    </Part>
  );
}

function Hash({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid items-center gap-x-4 py-1 @xs:grid-cols-[minmax(7rem,2fr)_3fr]">
      <dt className="text-12 text-fg-3">{name}</dt>
      <dd className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-12 wrap-anywhere">{value}</code>
        <CopyButton text={value} label={messages.copy(name)} onCopied={logBlocked} />
      </dd>
    </div>
  );
}

const overlayMeaning = { OK: 'ok', Warning: 'warn', Violation: 'bad' } as const;

function Policies({ suggestion: { complianceOverlays } }: { suggestion: Shown }) {
  return (
    <Part title={messages.policies}>
      {complianceOverlays.length === 0 ? (
        <p className="text-fg-2">{messages.noPolicies}</p>
      ) : (
        <ul className="grid gap-2 @lg:grid-cols-2">
          {complianceOverlays.map(({ id, name, status, description }) => (
            <li key={id} className="flex flex-col items-start gap-1 rounded-lg border p-3">
              <span className="flex w-full flex-wrap items-center justify-between gap-2">
                <span className="font-medium">{name}</span>
                <Badge meaning={overlayMeaning[status]}>{status}</Badge>
              </span>
              <span className="text-12 text-fg-2">{formatSentence(description)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Artifacts({ suggestion: { artifacts } }: { suggestion: Shown }) {
  if (artifacts.length === 0) return null;
  return (
    <Part title={messages.artifacts}>
      <ul className="divide-y rounded-lg border">
        {artifacts.map(({ id, type, title, hash, complianceScore }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <Badge>{messages.types[type]}</Badge>
            <span className="min-w-0 flex-1 basis-56 font-medium wrap-anywhere">{formatSentence(title)}</span>
            <span className="figures text-12 text-fg-2">{messages.score(complianceScore)}</span>
            <code className="font-mono text-12 text-fg-3" title={hash}>
              {hash.slice(0, 12)}
            </code>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const outcomeLook = {
  PASS: { meaning: 'ok', icon: <Check aria-hidden /> },
  FAIL: { meaning: 'bad', icon: <X aria-hidden /> },
  SKIP: { meaning: 'neutral', icon: <CircleMinus aria-hidden /> },
} as const;

function Integrity({ steps }: { steps: Validation['steps'] }) {
  return (
    <Part title={messages.integrity}>
      <ol className="divide-y rounded-lg border">
        {steps.map(({ step, outcome, message }) => (
          <li key={step} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
            <span className="w-28 font-medium first-letter:uppercase">{step}</span>
            <Badge meaning={outcomeLook[outcome].meaning} icon={outcomeLook[outcome].icon}>
              {messages.outcome[outcome]}
            </Badge>
            <span className="min-w-0 flex-1 basis-64 text-fg-2 wrap-anywhere">{message}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}
