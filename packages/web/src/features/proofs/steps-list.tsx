import type { VerdictStep } from '@attain/domain/proofs/verdict';
import { Check, CircleMinus, X } from 'lucide-react';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

const look: Readonly<Record<VerdictStep['outcome'], { meaning: Meaning; Icon: typeof Check }>> = {
  PASS: { meaning: 'ok', Icon: Check },
  FAIL: { meaning: 'bad', Icon: X },
  SKIP: { meaning: 'neutral', Icon: CircleMinus },
};

/** Each step of a verification with its outcome and finding. */
export function StepsList({ steps }: { steps: readonly VerdictStep[] }) {
  return (
    <ol aria-label={messages.verify.steps} className="divide-y rounded-lg border">
      {steps.map(({ step, outcome, message }) => {
        const { meaning, Icon } = look[outcome];
        return (
          <li key={step} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
            <span className="w-28 font-medium first-letter:uppercase">{step}</span>
            <Badge meaning={meaning} icon={<Icon aria-hidden />}>
              {messages.verify.outcome[outcome]}
            </Badge>
            <span className="min-w-0 flex-1 basis-64 text-fg-2 wrap-anywhere">{message}</span>
          </li>
        );
      })}
    </ol>
  );
}
