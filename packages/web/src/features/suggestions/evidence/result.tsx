import type { VerdictStep } from '@attain/domain/proofs/verdict';
import { CircleCheck, CircleMinus, CircleX, LoaderCircle, ShieldAlert, ShieldCheck } from 'lucide-react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { checksOf } from './checks-of.ts';
import { messages } from './messages.ts';
import type { Validation } from './use-validation.ts';

/** The outcome of the validation, before its details: what was checked and by which means. */
export function Result({ validation }: { validation: Validation }) {
  const { state, evidence } = validation;
  const isGood = state === 'verified';
  const Mark = isGood ? ShieldCheck : state === 'validating' ? LoaderCircle : ShieldAlert;
  const look = isGood
    ? 'border-ok bg-ok-soft text-ok-text'
    : state === 'error'
      ? 'border-bad bg-bad-soft text-bad-text'
      : 'text-fg-2';
  return (
    <section aria-label={messages.result} className="flex flex-col gap-4">
      <div className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-3 ${look}`}>
        <Mark aria-hidden className={`size-5 shrink-0 ${state === 'validating' ? 'animate-spin' : ''}`} />
        <p role={state === 'error' ? 'alert' : 'status'} className="min-w-0 flex-1 basis-60">
          <strong className="block font-semibold">{messages.outcomes[state]}</strong>
          <span className="text-12">{messages.means[validation.validated?.by ?? state]}</span>
        </p>
        {evidence === null ? null : <Regulator hash={evidence.regulatorHash} />}
      </div>
      {validation.steps.length === 0 ? null : <Checks steps={validation.steps} />}
    </section>
  );
}

function Regulator({ hash }: { hash: string }) {
  return (
    <span className="flex items-center gap-1 text-fg">
      <code className="font-mono text-12 font-medium">{hash}</code>
      <CopyButton text={hash} label={messages.copy(messages.regulator)} onCopied={logBlocked} />
    </span>
  );
}

/** A blocked clipboard is only logged here. */
export function logBlocked(copied: boolean) {
  if (!copied) console.warn('The hash could not be copied');
}

const marks = {
  PASS: { Icon: CircleCheck, look: 'text-ok-text' },
  FAIL: { Icon: CircleX, look: 'text-bad-text' },
  SKIP: { Icon: CircleMinus, look: 'text-fg-3' },
} as const;

/** The checks as one line. */
function Checks({ steps }: { steps: readonly VerdictStep[] }) {
  return (
    <ol aria-label={messages.checks} className="grid grid-cols-2 gap-x-4 gap-y-3 @md:grid-cols-5">
      {checksOf(steps).map(({ check, outcome }) => {
        const { Icon, look } = marks[outcome];
        return (
          <li key={check} className="flex min-w-0 items-start gap-2">
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
            <span className="min-w-0">
              <span className="block font-medium">{messages.checkNames[check]}</span>
              <span className="block text-12 text-fg-2">
                {outcome === 'PASS' ? messages.passed[check] : messages.outcome[outcome]}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
