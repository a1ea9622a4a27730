/** What a webhook can be told, with the act of the log that causes it; null: a use-case queues it itself. */
const acts = {
  'approval.requested': null,
  'approval.decided': null,
  'calculation.completed': 'calculation.completed',
  'results.published': 'calculation.published',
  'payment.approved': 'payment.approved',
  'payment.posted': 'payment.posted',
  'payment.paid': 'payment.paid',
  'import.completed': 'import.committed',
  'plan.activated': 'plan.activated',
  'dispute.opened': 'dispute.opened',
  'dispute.resolved': 'dispute.resolved',
  'run.failed': null,
} as const;

export type WebhookEvent = keyof typeof acts;

/** Every event a webhook can subscribe to, in the order of the screen. */
export const webhookEvents = Object.keys(acts) as WebhookEvent[];

/** Sent only when someone asks for it. */
export const testEvent = 'webhook.test';

const eventOf = new Map(Object.entries(acts).map(([event, act]) => [act, event as WebhookEvent]));

/** The event that an act of the log is; undefined: none. */
export const webhookEventOf = (action: string): WebhookEvent | undefined => eventOf.get(action as never);

const collections: Readonly<Record<string, string>> = {
  approval: 'approvals',
  calculation: 'calculations',
  payment: 'payments',
  import: 'imports',
  plan: 'plans',
  dispute: 'disputes',
  close: 'closes',
  'workflow-run': 'workflow-runs',
};

/** What is sent, without the envelope of the attempt. Members are in the order of the wire (HOOK-1). */
export function webhookPayload(event: string, object: { type: string; id: string }, at: string): string {
  const collection = collections[object.type];
  const path = collection === undefined ? null : `/api/${collection}/${encodeURIComponent(object.id)}`;
  return JSON.stringify({ type: event, timestamp: at, data: { object: object.type, id: object.id, path } });
}

const minute = 60;
const hour = 60 * minute;
/** Seconds before each attempt after the first. */
const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** Seconds until the next attempt after so many; null: there is none (HOOK-4). */
export function pauseAfter(attempts: number): number | null {
  return pauses[attempts - 1] ?? null;
}

/** Days of nothing but failures after which a webhook is turned off (HOOK-5). */
export const maxFailingDays = 5;

/** Whether a webhook that has failed since a moment is turned off now. */
export function isGivenUp(failingSince: string, now: string): boolean {
  return Date.parse(now) - Date.parse(failingSince) >= maxFailingDays * 86_400_000;
}
