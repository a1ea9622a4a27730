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

/** Whether a step can change something beyond its run. */
export function mayChange({ sideEffect, category }: NodeType, config: JsonObject): boolean {
  if (sideEffect === 'pure' || sideEffect === 'read' || category === 'AI & ML') return false;
  return (
    config.method !== 'GET' &&
    config.method !== 'HEAD' &&
    config.action !== 'read' &&
    config.action !== 'list'
  );
}
