import { DEFAULT_HOOK, type HookScheme, type HookSettings } from '../hook-schemes.ts';
import type { JsonObject, JsonValue } from '../json-value.ts';
import type { MissedInstants, Overlap } from '../triggers.ts';
import { known } from './attain-code.ts';
import type { N8nNode } from './n8n-file.ts';
import { deepRows, isComputed, plainNumber, plainSetting } from './settings.ts';
import type { Outcome } from './step.ts';

/** A trigger that the imported workflow had; it is created turned off. */
export interface N8nTrigger {
  readonly name: string;
  readonly when:
    | {
        readonly kind: 'schedule';
        readonly cron: string;
        readonly timeZone: string;
        readonly missed: MissedInstants;
        readonly overlap: Overlap;
      }
    | ({
        readonly kind: 'webhook';
        readonly synchronous: boolean;
        readonly waitSeconds: number;
      } & HookSettings);
}

export interface ReadTrigger {
  readonly outcome: Outcome;
  readonly triggers: readonly N8nTrigger[];
  readonly notes: readonly string[];
  /** What the input of a run that it starts has, so that a branch can tell it apart; null: nothing. */
  readonly mark: string | null;
}

const BY_HAND = new Set(['manualTrigger', 'start', 'executeWorkflowTrigger', 'workflowTrigger']);
const OTHER = new Set(['webhook', 'cron', 'interval', 'emailReadImap', ...BY_HAND]);

/** Whether a node of n8n starts a workflow. */
export function isTrigger({ kind }: N8nNode): boolean {
  return OTHER.has(kind) || /trigger$/i.test(kind);
}

/** A trigger of n8n as triggers of Attain, with what to check. */
export function readTrigger(node: N8nNode, timeZone: string): ReadTrigger {
  const { kind } = node;
  if (BY_HAND.has(kind)) return { outcome: 'mapped', triggers: [], notes: [], mark: null };
  if (kind === 'webhook') return webhook(node);
  if (kind === 'scheduleTrigger' || kind === 'cron' || kind === 'interval') return schedule(node, timeZone);
  if (kind === 'errorTrigger')
    return {
      outcome: 'changed',
      triggers: [],
      notes: ['Choose this workflow as the error workflow of others. Its input has run and error.'],
      mark: 'has(input.error)',
    };
  return {
    outcome: 'unmapped',
    triggers: [],
    notes: [
      'Attain has no such trigger. Let a webhook, a schedule or an event start the workflow, with the same fields as input.',
    ],
    mark: null,
  };
}

const AUTHENTICATION: Readonly<Record<string, HookScheme>> = {
  none: 'none',
  basicAuth: 'basic',
  headerAuth: 'header',
};

function webhook({ name, parameters }: N8nNode): ReadTrigger {
  const notes: string[] = ['The webhook gets a new address. Change it at the sender.'];
  const given = parameters.multipleMethods === true ? 'many' : (plainSetting(parameters.httpMethod) ?? 'GET');
  const method = given === 'GET' || given === 'POST' ? given : 'any';
  if (method === 'any') notes.push('It answers to GET and POST; other methods have no equivalent.');
  const authentication = plainSetting(parameters.authentication) ?? 'none';
  const scheme = known(AUTHENTICATION, authentication) ?? 'attain';
  if (scheme !== 'none')
    notes.push('Renew its secret before you turn it on, and give the new one to the sender.');
  const mode = parameters.responseMode ?? 'onReceived';
  const synchronous = mode === 'lastNode' || mode === 'responseNode';
  if (mode === 'lastNode')
    notes.push('n8n answers with the data of the last step. Add a Respond step for the same answer.');
  if (mode === 'responseNode') notes.push('The answer must come within 25 seconds.');
  if (typeof parameters.path === 'string' && parameters.path.includes(':'))
    notes.push('Parameters in its path have no equivalent. Send them in the query.');
  return {
    outcome: 'changed',
    triggers: [
      {
        name,
        when: {
          kind: 'webhook',
          synchronous,
          waitSeconds: 25,
          ...DEFAULT_HOOK,
          scheme,
          method,
          content: 'request',
          ...(scheme === 'header' ? { header: 'X-Api-Key' } : {}),
          ...(scheme === 'basic' ? { username: 'n8n' } : {}),
        },
      },
    ],
    notes,
    mark: 'has(input.headers)',
  };
}

function schedule({ name, kind, parameters }: N8nNode, timeZone: string): ReadTrigger {
  const rows =
    kind === 'cron'
      ? deepRows(parameters, 'triggerTimes', 'item')
      : kind === 'interval'
        ? [parameters]
        : deepRows(parameters, 'rule', 'interval');
  const notes: string[] = [];
  const read = (rows.length > 0 ? rows : [{}]).map((row) =>
    kind === 'scheduleTrigger' ? cronOfRule(row, notes) : cronOfOld(row, kind, notes),
  );
  const crons = [...new Set(read.filter((cron) => cron !== null))];
  if (crons.length === 0) notes.push('Its times can’t be read. Add a schedule by hand.');
  return {
    outcome: crons.length === 0 ? 'unmapped' : notes.length > 0 ? 'changed' : 'mapped',
    triggers: crons.map((cron, at) => ({
      name: at === 0 ? name : `${name} ${at + 1}`,
      when: { kind: 'schedule', cron, timeZone, missed: 'skip', overlap: 'allow' },
    })),
    notes,
    mark: 'has(input.scheduledFor)',
  };
}

/** A row of the Schedule Trigger. */
function cronOfRule(row: JsonObject, notes: string[]): string | null {
  const number = (key: string, standard: number) => plainNumber(row[key]) ?? standard;
  if (['triggerAtHour', 'triggerAtMinute'].some((key) => isComputed(row[key]))) return null;
  const minute = number('triggerAtMinute', 0);
  const hour = number('triggerAtHour', 0);
  const every = (field: string, standard = 1) => {
    const step = number(field, standard);
    return step === 1 ? '*' : `*/${step}`;
  };
  switch (String(row.field ?? 'days')) {
    case 'seconds':
      notes.push('A schedule fires once a minute at most.');
      return '* * * * *';
    case 'minutes':
      return checked(`${every('minutesInterval', 5)} * * * *`, number('minutesInterval', 5), 60, notes);
    case 'hours':
      return checked(`${minute} ${every('hoursInterval')} * * *`, number('hoursInterval', 1), 24, notes);
    case 'days':
      if (number('daysInterval', 1) > 1)
        notes.push('It counts days within a month: check the change of months.');
      return `${minute} ${hour} ${every('daysInterval')} * *`;
    case 'weeks': {
      if (number('weeksInterval', 1) > 1) notes.push('It now fires every week; n8n left out weeks.');
      const days = Array.isArray(row.triggerAtDay)
        ? row.triggerAtDay.filter((day: JsonValue) => typeof day === 'number')
        : [];
      return `${minute} ${hour} * * ${days.length > 0 ? days.join(',') : '0'}`;
    }
    case 'months':
      return `${minute} ${hour} ${number('triggerAtDayOfMonth', 1)} ${every('monthsInterval')} *`;
    case 'cronExpression':
      return cronText(row.expression, notes);
    default:
      return null;
  }
}

function checked(cron: string, step: number, of: number, notes: string[]): string {
  if (of % step !== 0)
    notes.push(
      `${of} is not divisible by ${step}: the steps begin again with each ${of === 60 ? 'hour' : 'day'}.`,
    );
  return cron;
}

/** A row of Cron or Interval, which came before the Schedule Trigger. */
function cronOfOld(row: JsonObject, kind: string, notes: string[]): string | null {
  const number = (key: string, standard: number) => plainNumber(row[key]) ?? standard;
  const unit = String(row.unit ?? (kind === 'interval' ? 'seconds' : 'hours'));
  const step = number(kind === 'interval' ? 'interval' : 'value', kind === 'interval' ? 1 : 2);
  switch (kind === 'interval' ? 'everyX' : String(row.mode ?? 'everyDay')) {
    case 'everyMinute':
      return '* * * * *';
    case 'everyHour':
      return `${number('minute', 0)} * * * *`;
    case 'everyDay':
      return `${number('minute', 0)} ${number('hour', 14)} * * *`;
    case 'everyWeek':
      return `${number('minute', 0)} ${number('hour', 14)} * * ${number('weekday', 1)}`;
    case 'everyMonth':
      return `${number('minute', 0)} ${number('hour', 14)} ${number('dayOfMonth', 1)} * *`;
    case 'custom':
      return cronText(row.cronExpression, notes);
    case 'everyX':
      if (unit === 'seconds') notes.push('A schedule fires once a minute at most.');
      if (unit === 'hours') return checked(`0 */${step} * * *`, step, 24, notes);
      return unit === 'minutes'
        ? checked(step === 1 ? '* * * * *' : `*/${step} * * * *`, step, 60, notes)
        : '* * * * *';
    default:
      return null;
  }
}

/** Five fields; n8n also takes six, the first of which counts seconds. */
function cronText(value: JsonValue | undefined, notes: string[]): string | null {
  const text = plainSetting(value)?.trim();
  if (text === undefined || !/^[\dA-Za-z*/,\-#?L ]{1,90}$/.test(text)) return null;
  const fields = text.split(/\s+/);
  if (fields.length === 5) return fields.join(' ');
  if (fields.length !== 6) return null;
  if (fields[0] !== '0') notes.push('A schedule fires once a minute at most; its seconds are left out.');
  return fields.slice(1).join(' ');
}
