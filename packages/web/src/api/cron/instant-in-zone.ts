import { dateFormat } from '../../base/locale.ts';

/** A moment in the schedule's time zone: `Mon, Feb 2, 08:00`. */
export function instantInZone(instant: string, timeZone: string): string {
  return dateFormat({
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(Date.parse(instant));
}
