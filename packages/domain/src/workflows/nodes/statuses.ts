/** HTTP statuses as a setting lists them: `429, 5xx`; blank: none. */
export const STATUSES_PATTERN = '^\\s*(?:[1-5](?:\\d\\d|xx)(?:\\s*,\\s*[1-5](?:\\d\\d|xx))*)?\\s*$';

/** Whether a list of statuses has this one. */
export function hasStatus(list: string, status: number): boolean {
  const digits = String(status);
  return list
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === digits || (one.endsWith('xx') && one[0] === digits[0]));
}
