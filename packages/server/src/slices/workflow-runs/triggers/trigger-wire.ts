import type { TriggerWhen, WorkflowTrigger } from '@attain/contract/workflow-triggers';
import { scopeOf } from '@attain/domain/access/permissions';
import { DEFAULT_HOOK, type HookSettings } from '@attain/domain/workflows/hook-schemes';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import {
  latestInstant,
  mustBeSchedule,
  nextInstants,
  type Schedule,
} from '../../../runs/schedules/cron-instants.ts';
import { newAddress } from './hook-secret.ts';
import type { ShownTrigger, TriggerRow } from './trigger-store.ts';

const upcomingShown = 5;

/** Path of webhooks; the address of one follows. */
const hooksPath = '/hooks/';

/** A trigger as the wire shows it to the actor: where it listens is for those who may publish workflows. */
export function triggerWire(ctx: AppContext, actor: Actor, row: ShownTrigger): WorkflowTrigger {
  const mayPublish = scopeOf(actor.roles, 'publish:workflows') !== null;
  return {
    id: row.id,
    workflowId: row.workflowId,
    name: row.name,
    isEnabled: row.isEnabled,
    when: whenOf(row),
    address: row.address !== null && mayPublish ? `${hooksPath}${row.address}` : null,
    runsAs: row.runsAsName,
    nextAt: row.nextAt,
    upcoming: upcoming(ctx, row),
    queuedFor: row.queuedFor,
    backfillLeft: row.backfillLeft,
    lastFiredAt: row.lastFiredAt,
    lastOutcome: row.lastOutcome,
    updatedAt: row.updatedAt,
  };
}

/** Columns of a trigger's settings; those of other kinds are null. */
export function columnsOf(
  ctx: AppContext,
  when: TriggerWhen,
  standing: { readonly isEnabled: boolean; readonly address: string | null; readonly logSize: number },
): Pick<
  TriggerRow,
  | 'kind'
  | 'cron'
  | 'timeZone'
  | 'missed'
  | 'overlap'
  | 'instanceId'
  | 'nextAt'
  | 'event'
  | 'seenUpTo'
  | 'address'
  | 'isSynchronous'
  | 'waitSeconds'
  | 'hook'
> {
  const none = {
    cron: null,
    timeZone: null,
    missed: null,
    overlap: null,
    instanceId: null,
    nextAt: null,
    event: null,
    seenUpTo: null,
    address: null,
    isSynchronous: false,
    waitSeconds: 10,
    hook: DEFAULT_HOOK,
  };
  const { kind } = when;
  switch (when.kind) {
    case 'schedule': {
      const now = ctx.clock.now();
      mustBeSchedule(when, now);
      const { cron, timeZone, missed, overlap, instance: instanceId } = when;
      const [next] = standing.isEnabled ? nextInstants(when, now, 1) : [];
      return {
        ...none,
        kind,
        cron,
        timeZone,
        missed,
        overlap,
        instanceId,
        nextAt: next?.toISOString() ?? null,
      };
    }
    case 'webhook':
      return {
        ...none,
        kind,
        address: standing.address ?? newAddress(),
        isSynchronous: when.synchronous,
        waitSeconds: when.waitSeconds,
        hook: settingsOf(when),
      };
    case 'event':
      return { ...none, kind, event: when.event, seenUpTo: standing.logSize };
  }
}

/** The settings of a webhook that its scheme needs. Throws BAD_INPUT for one that is missing. */
function settingsOf(when: TriggerWhen & { readonly kind: 'webhook' }): HookSettings {
  const { scheme, method, content, header, username, idempotencyHeader } = when;
  const needs = { header: 'header', hmac: 'header', basic: 'username' } as const;
  const field = Object.hasOwn(needs, scheme) ? needs[scheme as keyof typeof needs] : null;
  if (field !== null && when[field] === '') {
    const message = field === 'header' ? 'Enter the name of the header.' : 'Enter the username.';
    throw new ApiError('BAD_INPUT', message, {
      problems: [{ rule: 'WF-85', path: `when.${field}`, message }],
    });
  }
  return { scheme, method, content, header, username, idempotencyHeader };
}

/** Settings of a stored trigger. */
export function whenOf(row: TriggerRow): TriggerWhen {
  if (row.kind === 'schedule')
    return {
      kind: 'schedule',
      cron: row.cron ?? '',
      timeZone: row.timeZone ?? 'UTC',
      missed: row.missed ?? 'once',
      overlap: row.overlap ?? 'allow',
      instance: row.instanceId,
    };
  if (row.kind === 'webhook')
    return { kind: 'webhook', synchronous: row.isSynchronous, waitSeconds: row.waitSeconds, ...row.hook };
  return { kind: 'event', event: row.event ?? 'plan.activated' };
}

/** The last instant of a schedule up to now. */
export function latestOf(ctx: AppContext, row: TriggerRow): Date {
  return latestInstant(scheduleOf(row), ctx.clock.now());
}

/** The first instant of a schedule after this moment. */
export function nextAfter(row: TriggerRow, after: Date): Date {
  return nextInstants(scheduleOf(row), after, 1)[0] ?? after;
}

/** The settings of a schedule that say when it fires. */
export function scheduleOf(row: TriggerRow): Schedule {
  return { cron: row.cron ?? '', timeZone: row.timeZone ?? 'UTC' };
}

/** The next instants of a schedule, as screens show them. */
export function nextOf(ctx: AppContext, schedule: Schedule): string[] {
  return nextInstants(schedule, ctx.clock.now(), upcomingShown).map((one) => one.toISOString());
}

function upcoming(ctx: AppContext, row: TriggerRow): string[] {
  if (row.kind !== 'schedule' || row.cron === null || row.timeZone === null || !row.isEnabled) return [];
  const schedule = { cron: row.cron, timeZone: row.timeZone };
  return nextOf(ctx, schedule);
}
