import type { Deal } from './deal.ts';

/** Ids of everybody a deal credits by itself, each once: whom it is split among, else its participant, and who has an overlay on it. */
export function creditedBy({
  participantId,
  splits,
  overlays = [],
}: Pick<Deal, 'participantId' | 'splits' | 'overlays'>): readonly string[] {
  const owners = splits.length === 0 ? [{ participantId }] : splits;
  return [...new Set([...owners, ...overlays].map((share) => share.participantId))];
}
