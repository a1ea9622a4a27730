import { Badge, type Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

type Flag = keyof typeof messages.flags;

const meanings: Record<Flag, Meaning> = {
  ahead: 'ok',
  behind: 'warn',
  'far-behind': 'bad',
  none: 'neutral',
};
const tones: Record<Flag, string> = {
  ahead: 'text-ok-text',
  behind: 'text-warn-text',
  'far-behind': 'text-bad-text',
  none: 'text-fg-3',
};

/** `1.12×` in the color of its flag; an em dash without a quota. */
export function Pace({ pace, flag }: { pace: string | null; flag: Flag }) {
  return <span className={`font-medium ${tones[flag]}`}>{paceText(pace)}</span>;
}

export const paceText = (pace: string | null) => (pace === null ? '—' : `${pace}×`);

export function FlagBadge({ flag }: { flag: Flag }) {
  return <Badge meaning={meanings[flag]}>{messages.flags[flag]}</Badge>;
}
