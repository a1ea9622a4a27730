/** The ILIKE pattern for "contains this text", or null for no condition; the wildcards a person types are text. */
export function containing(text: string | undefined): string | null {
  const wanted = text?.trim();
  return wanted ? `%${wanted.replace(/[\\%_]/g, '\\$&')}%` : null;
}

/** The SQL that reads a moment as the wire writes it: ISO 8601 in UTC with microseconds; null stays null. */
export function isoMoment(expression: string): string {
  return `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
