/** Texts of the fields of a schedule. */
export const messages = {
  next: (zone: string) => `Next (${zone}):`,
  wouldStart: 'Next runs',
  cron: 'Cron',
  cronHint: 'Minute, hour, day, month, weekday. 30 8 * * 1 is Mondays 8:30.',
  zone: 'Time zone',
  zoneHint: 'Follows its daylight saving time',
  missed: 'Missed runs',
  missedOnce: 'Start one run',
  missedSkip: 'Skip',
};
