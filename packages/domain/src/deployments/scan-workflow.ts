import { isObject, type JsonValue } from '../workflows/json-value.ts';
import { nodeType } from '../workflows/nodes/node-types.ts';
import { precedingSteps } from '../workflows/preceding-steps.ts';
import { contractOf } from '../workflows/prepare-workflow.ts';
import type { Workflow, WorkflowNode } from '../workflows/workflow.ts';

/** What the security scan checks (REL-14). */
export const scanRules = ['secret', 'plain-http', 'payment', 'open-input', 'deprecated'] as const;
export type ScanRule = (typeof scanRules)[number];

/** Something a release may not have. */
export interface ScanFinding {
  readonly rule: ScanRule;
  /** Id of the step; null: the workflow as a whole. */
  readonly node: string | null;
  readonly message: string;
}

/** What the workflow itself does not say. */
export interface ScanFacts {
  /** Others can start it through a webhook. */
  readonly hasWebhook: boolean;
}

/** Forms of secrets that services give out: they belong in the vault. */
const secretForms = [
  /\bAKIA[0-9A-Z]{16}\b/,
  /\b(?:sk|rk)_(?:live|test)_[0-9A-Za-z]{16,}/,
  /\bsk-[0-9A-Za-z_-]{20,}/,
  /\bgh[pousr]_[0-9A-Za-z]{30,}/,
  /\bxox[abpr]-[0-9A-Za-z-]{10,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\bBearer\s+[0-9A-Za-z._~+/-]{20,}/,
];

/** Steps that let a person decide before what follows. */
const decidingTypes = ['approval', 'approval_request', 'human_review'];

/** Everything that speaks against releasing the workflow. */
export function scanWorkflow(workflow: Workflow, facts: ScanFacts): readonly ScanFinding[] {
  const { nodes } = workflow;
  const findings = nodes.flatMap((node) => [
    ...textsOf(node.config).flatMap((text) => textFindings(node, text)),
    ...(node.type === 'payment' && !isDecidedBefore(workflow, node.id)
      ? [found('payment', node, 'pays without an approval before it. Add one.')]
      : []),
    ...(nodeType(node.type)?.status === 'deprecated'
      ? [found('deprecated', node, 'is of a deprecated type. Replace it.')]
      : []),
  ]);
  const start = nodes.find(({ type }) => type === 'start');
  if (facts.hasWebhook && start !== undefined && contractOf(start) === null)
    findings.push(
      found('open-input', start, 'takes input of a webhook without a data contract. Choose one.'),
    );
  return [...new Map(findings.map((one) => [`${one.rule}/${one.node}`, one])).values()];
}

function textFindings(node: WorkflowNode, text: string): ScanFinding[] {
  return [
    ...(secretForms.some((form) => form.test(text))
      ? [found('secret', node, 'holds a secret in its settings. Move it to a connection.')]
      : []),
    ...(/^http:\/\/(?!127\.0\.0\.1[:/]|localhost[:/])/i.test(text.trim())
      ? [found('plain-http', node, 'calls an address without encryption. Use https.')]
      : []),
  ];
}

function found(rule: ScanRule, { id, title, type }: WorkflowNode, problem: string): ScanFinding {
  const name = title === '' ? (nodeType(type)?.label ?? type) : title;
  return { rule, node: id, message: `“${name}” ${problem}` };
}

/** All texts of a value, at any depth. */
function textsOf(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isObject(value) ? Object.values(value).flatMap(textsOf) : [];
}

/** Whether every way from the start to a step passes one that lets a person decide. */
function isDecidedBefore(workflow: Workflow, nodeId: string): boolean {
  const byId = new Map(workflow.nodes.map((node) => [node.id, node]));
  const seen = new Set<string>();
  let round = [nodeId];
  while (round.length > 0) {
    round = precedingSteps(workflow, round).filter((id) => !seen.has(id));
    for (const id of round) seen.add(id);
    if (round.some((id) => byId.get(id)?.type === 'start')) return false;
    round = round.filter((id) => !decidingTypes.includes(byId.get(id)?.type ?? ''));
  }
  return true;
}
