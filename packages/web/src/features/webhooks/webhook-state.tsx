import type { Webhook } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

/** Whether events are sent. */
export function WebhookState({ webhook: { isActive, disabledReason } }: { webhook: Webhook }) {
  if (isActive) return <Badge meaning="ok">{messages.on}</Badge>;
  return disabledReason === null ? (
    <Badge meaning="neutral">{messages.off}</Badge>
  ) : (
    <Badge meaning="bad">{messages.turnedOff}</Badge>
  );
}
