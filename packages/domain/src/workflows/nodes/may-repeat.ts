import type { JsonObject } from '../json-value.ts';
import type { NodeType } from './node-type.ts';

/** Whether performing a step once more does no harm: it only reads, is the same thing again, or its target recognises the key. */
export function mayRepeat({ idempotency }: NodeType, config: JsonObject): boolean {
  return (
    idempotency !== 'none' ||
    config.method === 'GET' ||
    config.action === 'read' ||
    config.repeatable === 'honours-idempotency-key'
  );
}
