import type { StepRef, Wait } from '@attain/domain/workflows/journal';
import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { SLA_MINUTES } from '@attain/domain/workflows/nodes/task-config';
import { type PreparedWorkflow, preparedNode } from '@attain/domain/workflows/prepare-workflow';
import { type RunState, stepKey } from '@attain/domain/workflows/steps/run-state';
import { type AskedTask, OUTCOME_TASK } from './task-store.ts';

/** Operators answer it, administrators, and the person who started the run. */
const outcomeQueue = 'agent-operator';
/** Settings of a step that are not sent. */
const ownSettings = ['timeoutSeconds', 'retries', 'backoffSeconds', 'logLevel'];
const secretName = /auth|cookie|token|secret|password|signature|credential|api-?key|^key$/i;

/** The task for a step whose attempt may or may not have reached its target, with what was sent, when, and the error. */
export function outcomeTask(
  prepared: PreparedWorkflow,
  state: RunState,
  { step: ref, attempt, error }: Wait & { readonly kind: 'outcome'; readonly step: StepRef },
): AskedTask {
  const step = state.steps.get(stepKey(ref));
  const { node, type } = preparedNode(prepared, ref.node);
  const title = node.title === '' ? type.label : node.title;
  return {
    step: ref,
    attempt,
    task: {
      taskType: OUTCOME_TASK,
      title: `Did “${title}” succeed?`,
      instructions: `“${title}” ended without an answer: ${error.message} Check the target system, then choose whether the step succeeded, failed or should run again.`,
      assignee: null,
      queue: outcomeQueue,
      priority: 'high',
      form: [],
      decisions: ['succeeded', 'failed', 'retry'],
      slaAtMs: (step?.openedAtMs ?? 0) + SLA_MINUTES * 60_000,
      escalateTo: null,
      expiresAtMs: null,
    },
    input: {
      sent: sentBy(step?.config ?? {}),
      sentAt: new Date(step?.requestedAtMs ?? 0).toISOString(),
      attempt,
      idempotencyKey: `${state.run}/${stepKey(ref)}`,
      error: { code: error.code, message: error.message },
    },
  };
}

/** The request of a step as people may see it: values under names that hold secrets are hidden. */
function sentBy(config: JsonObject): JsonObject {
  const sent = Object.entries(config).filter(([name]) => !ownSettings.includes(name));
  return Object.fromEntries(
    sent.map(([name, value]) => [
      name,
      name === 'headers' ? shownHeaders(value) : name === 'url' ? shownUrl(value) : value,
    ]),
  );
}

function shownHeaders(headers: JsonValue): JsonValue {
  if (!Array.isArray(headers)) return headers;
  return headers.map((one) =>
    isObject(one) && secretName.test(String(one.name)) ? { ...one, value: 'hidden' } : one,
  );
}

function shownUrl(url: JsonValue): JsonValue {
  if (typeof url !== 'string') return url;
  const bare = url.replace(/^([a-z]+:\/\/)[^/@?#]*@/i, '$1');
  return bare.replace(/([?&])([^=&#]+)=([^&#]*)/g, (all, mark, name) =>
    secretName.test(name) ? `${mark}${name}=hidden` : all,
  );
}
