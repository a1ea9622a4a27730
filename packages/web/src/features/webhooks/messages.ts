import type { WebhookEvent } from '@attain/domain/webhooks/webhook-events';
import type { WebhookDelivery } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { counted } from '../../base/format-number.ts';

/** What each event means, on screen. */
export const eventWords: Readonly<Record<WebhookEvent, string>> = {
  'approval.requested': 'Approval requested',
  'approval.decided': 'Approval decided',
  'calculation.completed': 'Calculation completed',
  'results.published': 'Results published',
  'payment.approved': 'Payments approved',
  'payment.posted': 'Payments posted',
  'payment.paid': 'Payments marked paid',
  'import.completed': 'Import completed',
  'plan.activated': 'Plan activated',
  'dispute.opened': 'Dispute opened',
  'dispute.resolved': 'Dispute resolved',
  'run.failed': 'Workflow run failed',
};

/** An event in words, also the test event. */
export const eventText = (event: string) =>
  (eventWords as Readonly<Record<string, string>>)[event] ?? 'Test event';

/** States of a delivery. */
export const stateWords = {
  pending: { label: 'Waiting', meaning: 'info' },
  delivered: { label: 'Delivered', meaning: 'ok' },
  failed: { label: 'Failed', meaning: 'bad' },
} as const satisfies Record<WebhookDelivery['state'], unknown>;

/** Texts of Webhooks. */
export const messages = {
  title: 'Webhooks',
  subtitle: 'Signed events for your other systems.',
  add: 'Add webhook',
  loadFailed: 'Webhooks could not be loaded',
  noneTitle: 'No webhooks yet',
  noneText: 'Add a webhook so other systems learn what happens in Attain.',
  columns: { address: 'Address', events: 'Events', state: 'State', last: 'Last event' },
  never: 'Never',
  on: 'On',
  off: 'Off',
  turnedOff: 'Turned off',
  failing: (since: string) => `Failing since ${formatMoment(since)}`,
  events: (count: number) => counted(count, 'event'),
  form: {
    title: 'Add webhook',
    editTitle: 'Change webhook',
    hint: 'Attain sends ids and paths, never amounts or names.',
    address: 'Address',
    addressHint: 'HTTPS address that the operator allows.',
    addressMissing: 'Enter an address',
    description: 'Description',
    events: 'Events',
    eventsMissing: 'Choose at least one event',
    isActive: 'Send events',
    create: 'Create webhook',
    save: 'Save webhook',
    saved: 'Webhook saved',
  },
  secret: {
    title: 'Signing secret',
    hint: 'Copy it now. It is not shown again.',
    label: 'Secret',
    copy: 'Copy secret',
    done: 'Done',
    previous: (until: string) => `The secret before signs too until ${formatMoment(until)}.`,
  },
  drawer: {
    edit: 'Change',
    rotate: 'Rotate secret',
    rotateFailed: 'The secret could not be rotated',
    test: 'Send test event',
    testFailed: 'The test event could not be sent',
    testDone: 'Test event queued',
    remove: 'Delete webhook',
    removeTitle: 'Delete this webhook?',
    removeText: 'Events that were not delivered are lost. This can’t be undone.',
    removed: 'Webhook deleted',
    deliveries: 'Deliveries',
    deliveriesFailed: 'Deliveries could not be loaded',
    none: 'No events yet. Send a test event.',
    more: 'Load more',
    replay: 'Send again',
    replayOf: (event: string, at: string) => `Send ${event} of ${at} again`,
    replayed: 'Event queued',
    replayFailed: 'The event could not be sent again',
    request: 'Request',
    attempt: (at: string, status: number | null, ms: number) =>
      `${formatMoment(at)} · ${status ?? 'no answer'} · ${ms} ms`,
    next: (at: string) => `Next attempt ${formatMoment(at)}`,
  },
};
