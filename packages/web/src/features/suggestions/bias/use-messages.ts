import { counted } from '../../../base/format-number.ts';

/** Texts of the figures about the assistant on the compliance page. */
export const messages = {
  title: 'Use of the assistant',
  failure: 'The figures of the assistant could not be loaded',
  none: '—',
  rejected: 'Thumbs down',
  votes: (count: number) => `of ${counted(count, 'vote')}`,
  interval: (count: number, low: string, high: string) =>
    `of ${counted(count, 'vote')}; 95% interval ${low} to ${high}`,
  unseen: 'Applied without reading',
  unseenOf: (unseen: number, applied: number, days: number) =>
    `${unseen} of ${applied} applied in ${days} days, neither Why nor Evidence opened`,
  time: 'Median time to decide',
  seconds: (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`),
  timeText: 'from first opening Why or Evidence',
  uneven: 'Even-handedness warnings',
  unevenOf: (checked: number, days: number) => `${counted(checked, 'suggestion')} checked in ${days} days`,
  rates: 'Votes by analyzer and persona',
  noVotes: 'No votes yet',
  noVotesText: 'Thumbs up and down on suggestions appear here.',
  analyzer: 'Analyzer',
  persona: 'Persona',
  people: 'Users and agents',
  of: 'Kind',
  name: 'Name',
  votesHead: 'Votes',
  newest: 'Newest suggestion',
};
