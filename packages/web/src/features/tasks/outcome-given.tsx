import { formatMoment } from '../../base/format-date.ts';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { MaterialView } from './material-view.tsx';
import { messages } from './messages.ts';
import { materialOf } from './task-material.ts';

/** The facts known of a step whose outcome is unknown. */
export type Outcome = {
  readonly error: string;
  readonly sentAt: string;
  readonly attempt: number;
  readonly idempotencyKey: string;
  readonly sent: unknown;
};

/** Reads those facts from the task's input; null if it has another shape. */
export function outcomeOf(input: unknown): Outcome | null {
  if (!isRecord(input) || !isRecord(input.error) || !isRecord(input.sent)) return null;
  const { repeatable: _, ...sent } = input.sent;
  return {
    error: String(input.error.message ?? ''),
    sentAt: String(input.sentAt ?? ''),
    attempt: Number(input.attempt ?? 1),
    idempotencyKey: String(input.idempotencyKey ?? ''),
    sent,
  };
}

export function OutcomeGiven({ outcome }: { outcome: Outcome }) {
  const sent = materialOf(outcome.sent);
  return (
    <div className="flex flex-col gap-3">
      <section aria-label={messages.outcome.happened}>
        <h3 className="mb-1 text-12 font-medium">{messages.outcome.happened}</h3>
        <KeyValueList
          rows={[
            { key: messages.outcome.error, value: outcome.error },
            { key: messages.outcome.sent, value: formatMoment(outcome.sentAt) },
            { key: messages.outcome.attempt, value: outcome.attempt },
            { key: messages.outcome.key, value: outcome.idempotencyKey, mono: true },
          ]}
        />
      </section>
      {sent ? (
        <section aria-label={messages.outcome.request}>
          <h3 className="mb-1 text-12 font-medium">{messages.outcome.request}</h3>
          <MaterialView material={sent} />
        </section>
      ) : null}
    </div>
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
