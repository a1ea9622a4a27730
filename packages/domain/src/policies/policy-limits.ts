import { dayInWords } from '../base/day-in-words.ts';
import type { Problem } from '../base/result.ts';
import { isTimeZone, wallTime } from '../base/zoned-time.ts';
import type { Obligation } from './obligations.ts';
import type { GovernedAction, PolicyHours, PolicyLimits } from './policy.ts';
import { environmentWords } from './policy-words.ts';

export const noLimits: PolicyLimits = { environment: '', hours: null, addresses: null, expiresOn: null };

/** Whether a moment (ms since 1970) is one of the hours, or outside them if they are excluded. */
export function holdsAt({ within, days, from, until, timeZone }: PolicyHours, atMs: number): boolean {
  const { year, month, day, hour, minute } = wallTime(atMs, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  const now = hour * 60 + minute;
  const [begin, end] = [minutesOf(from), minutesOf(until)];
  const today = days.includes(weekday) && now >= begin;
  const isIn =
    begin < end ? today && now < end : today || (days.includes(weekday === 1 ? 7 : weekday - 1) && now < end);
  return isIn === within;
}

/**
 * Everything that is wrong with the limits of a policy that governs these actions (GOV-16). Without a day, the last one may have
 * passed: it was stored before.
 */
export function limitProblems(
  { hours, addresses, expiresOn }: PolicyLimits,
  {
    actions,
    obligation,
  }: { readonly actions: readonly GovernedAction[]; readonly obligation: Obligation | null },
  today: string | null,
): Problem[] {
  const problems: Problem[] = [];
  const add = (path: string, message: string) =>
    problems.push({ rule: 'GOV-16', path: `limits.${path}`, message });
  if (hours !== null) {
    if (hours.days.length === 0) add('hours.days', 'Choose at least one day, or no hours.');
    if (hours.from === hours.until) add('hours.until', 'Enter an end that differs from the beginning.');
    if (!isTimeZone(hours.timeZone))
      add('hours.timeZone', `“${hours.timeZone}” is not a time zone. Enter one such as America/New_York.`);
  }
  if (addresses !== null && actions.includes('call'))
    add('addresses', 'Calls have no client address. Remove the addresses, or the action.');
  if (addresses !== null && obligation?.kind === 'approve' && actions.includes('deploy'))
    add('addresses', 'Approvals of deployments have no client address. Remove the addresses, or the action.');
  if (today !== null && hasEnded(expiresOn, today))
    add('expiresOn', 'The last day has passed. Enter a later day, or none.');
  return problems;
}

/** Whether the last day of a policy has passed: it decides nothing anymore. */
export function hasEnded(expiresOn: string | null, today: string): boolean {
  return expiresOn !== null && expiresOn < today;
}

/** Where and when a policy holds, as a sentence. */
export function limitsInWords({ environment, hours, addresses, expiresOn }: PolicyLimits): string {
  const parts = [
    environment === '' ? '' : `in ${environmentWords[environment] ?? environment}`,
    hours === null ? '' : hoursInWords(hours),
    addresses === null
      ? ''
      : `${addresses.within ? 'from' : 'from outside'} ${addresses.networks.join(', ')}`,
    expiresOn === null ? '' : `until ${dayInWords(expiresOn)} (UTC)`,
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'Always, from everywhere.';
  const sentence = parts.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

function hoursInWords({ within, days, from, until, timeZone }: PolicyHours): string {
  const names = dayNames.filter((_, at) => days.includes(at + 1)).join(', ');
  return `${within ? 'on' : 'outside'} ${names} ${from}–${until} (${timeZone})`;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
