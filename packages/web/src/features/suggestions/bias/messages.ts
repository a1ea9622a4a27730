import { counted } from '../../../base/format-number.ts';

/** Texts of the alert about patterns in votes. */
export const messages = {
  text: (rate: string, votes: number, confidence: number) =>
    `${rate} of ${counted(votes, 'vote')} are thumbs down (${confidence}% confidence).`,
  dismiss: 'Dismiss alert',
};
