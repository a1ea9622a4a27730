import type { Span } from '@attain/domain/telemetry/span';
import { readTraceParent } from '@attain/domain/telemetry/trace-parent';
import { spanIdOf, traceIdOf } from '../../runs/trace-context.ts';

type Attribute = { readonly key: string; readonly value: { stringValue: string } | { intValue: string } };

/** Who sends a trace, and of which workspace. */
export interface TraceOrigin {
  readonly version: string;
  readonly tenantId: string;
  readonly workflowId: string;
  readonly agentName: string | null;
  /** The `traceparent` of the delivery or request that started the run; null: none. */
  readonly traceParent: string | null;
}

const ok = 1;
const failed = 2;
const internal = 1;

/**
 * A trace as OTLP/HTTP JSON, by the semantic conventions of generative AI (1.41, in development). Ids come from the run and the
 * attempt, so that a trace that is sent twice is the same. No inputs, outputs or messages are in it.
 */
export function otlpTrace(
  spans: readonly Span[],
  tokens: ReadonlyMap<string, number>,
  { version, tenantId, workflowId, agentName, traceParent }: TraceOrigin,
) {
  const [root] = spans;
  const traceId = traceIdOf(root?.id ?? '');
  const caller = readTraceParent(traceParent ?? '');
  const known = new Set(spans.map(({ id }) => id));
  const shared = [text('attain.workspace.id', tenantId), text('attain.workflow.id', workflowId)];
  const endMs = root?.toMs ?? 0;
  return {
    resourceSpans: [
      {
        resource: { attributes: [text('service.name', 'attain'), text('service.version', version)] },
        scopeSpans: [
          {
            scope: { name: 'attain', version },
            spans: spans.map((span) => ({
              traceId,
              spanId: spanIdOf(span.id),
              ...(span.parentId !== null && known.has(span.parentId)
                ? { parentSpanId: spanIdOf(span.parentId) }
                : {}),
              name: nameOf(span, agentName),
              kind: internal,
              startTimeUnixNano: nanos(span.fromMs),
              endTimeUnixNano: nanos(span.toMs ?? endMs),
              attributes: [
                ...(span === root ? shared : []),
                ...attributesOf(span, { agentName, tokens: tokens.get(span.id) ?? null }),
              ],
              ...(span === root && caller !== null ? { links: [caller] } : {}),
              status: { code: span.status === 'success' ? ok : failed },
            })),
          },
        ],
      },
    ],
  };
}

function operationOf(span: Span, agentName: string | null): string {
  if (span.kind === 'run')
    return agentName === null || span.parentId !== null ? 'invoke_workflow' : 'invoke_agent';
  if (span.kind !== 'step') return span.kind;
  return span.type === 'llm' ? 'chat' : 'execute_tool';
}

function nameOf(span: Span, agentName: string | null): string {
  if (span.kind === 'turn') return `turn ${(span.turn ?? 0) + 1}`;
  return `${operationOf(span, agentName)} ${span.title}`;
}

function attributesOf(span: Span, of: { agentName: string | null; tokens: number | null }): Attribute[] {
  const { agentName, tokens } = of;
  return [
    ...(span.kind === 'turn' ? [] : [text('gen_ai.operation.name', operationOf(span, agentName))]),
    ...(span.kind === 'run' && span.parentId === null && agentName !== null
      ? [text('gen_ai.agent.name', agentName)]
      : []),
    ...(span.node === null ? [text('attain.run.id', span.runId)] : [text('attain.node.id', span.node)]),
    ...(span.kind === 'step'
      ? [text('gen_ai.tool.name', span.type), whole('attain.attempt', span.attempt)]
      : []),
    ...(tokens === null ? [] : [whole('attain.usage.tokens', tokens)]),
    ...(span.error === null ? [] : [text('error.type', span.error.code)]),
  ];
}

const text = (key: string, value: string): Attribute => ({ key, value: { stringValue: value } });
const whole = (key: string, value: number): Attribute => ({ key, value: { intValue: String(value) } });
const nanos = (ms: number) => `${BigInt(Math.round(ms)) * 1_000_000n}`;
