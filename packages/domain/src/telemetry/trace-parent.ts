/** The caller of a run in a trace of its own, as W3C Trace Context writes it. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: number;
}

const SHAPE = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads the header `traceparent`; null if it is not valid: no caller rather than a wrong one (TEL-13). */
export function readTraceParent(header: string): TraceParent | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = SHAPE.exec(header) ?? [];
  // a later version may add fields, this one has none
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** The header to store with a run; null if it is not valid. */
export function keptTraceParent(header: string): string | null {
  const caller = readTraceParent(header);
  return caller && traceParentText(caller);
}

/** The header of a caller whose trace is recorded. */
export function traceParentText({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}
