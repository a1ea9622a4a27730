import { Check, CircleMinus, Download, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatMoment } from '../../../base/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { DropdownMenu } from '../../../ui/overlays/dropdown-menu.tsx';
import { recordEvent } from '../events/event-queue.ts';
import type { Shown } from '../shown.ts';
import { Part } from '../why/part.tsx';
import { exportEvidence, exportFormats } from './export-evidence.ts';
import { messages } from './messages.ts';
import { statusBadge } from './status-badge.ts';
import { useValidation, type Validation } from './use-validation.ts';

/** The evidence of a suggestion, validated while it opens: hashes, policies, artifacts and each step of the verification. */
export function EvidenceDrawer({ suggestion, onClose }: { suggestion: Shown; onClose: () => void }) {
  const { id } = suggestion;
  const validation = useValidation(id, { recorded: true });
  const [problem, setProblem] = useState<string | null>(null);
  const { state, evidence } = validation;
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
        ) : undefined
      }
    >
      <div className="flex flex-col gap-5">
        {state === 'unreached' ? (
          <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">
            {messages.unreached}
          </p>
        ) : null}
        {state === 'error' ? <Alert text={evidence ? messages.failure : noPackOr(suggestion)} /> : null}
        {problem === null ? null : <Alert text={problem} />}
        {evidence ? <Registry validation={validation} /> : null}
        <Policies suggestion={suggestion} />
        <Artifacts suggestion={suggestion} />
        {evidence ? <Integrity validation={validation} /> : null}
      </div>
    </Drawer>
  );
}

const noPackOr = ({ evidenceHash }: Shown) => (evidenceHash === null ? messages.missing : messages.failure);

function Alert({ text }: { text: string }) {
  return (
    <p role="alert" className="rounded-lg border border-bad bg-bad-soft px-3 py-2 text-bad-text">
      {text}
    </p>
  );
}

function Registry({ validation: { evidence } }: { validation: Validation }) {
  if (evidence === null) return null;
  const { regulatorHash, evidenceHash, auditAnchor, timestamp, isRedacted } = evidence;
  return (
    <Part title={messages.registry}>
      <dl className="divide-y rounded-lg border px-3 py-1">
        <Hash name={messages.regulator} value={regulatorHash} />
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
  // A blocked clipboard is only logged here.
  const onCopied = (copied: boolean) => copied || console.warn('The hash could not be copied');
  return (
    <div className="grid items-center gap-x-4 py-1 @xs:grid-cols-[minmax(7rem,2fr)_3fr]">
      <dt className="text-12 text-fg-3">{name}</dt>
      <dd className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-12 wrap-anywhere">{value}</code>
        <CopyButton text={value} label={messages.copy(name)} onCopied={onCopied} />
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
        <ul className="flex flex-col gap-2">
          {complianceOverlays.map(({ id, name, status, description }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-2">
              <Badge meaning={overlayMeaning[status]}>{status}</Badge>
              <span className="font-medium">{name}</span>
              <span className="text-fg-2">{description}</span>
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
            <span className="min-w-0 flex-1 basis-56 font-medium wrap-anywhere">{title}</span>
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

function Integrity({ validation: { evidence, validated } }: { validation: Validation }) {
  const steps = validated?.steps ?? evidence?.steps ?? [];
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
