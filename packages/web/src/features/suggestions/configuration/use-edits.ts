import { useState } from 'react';

/**
 * Edits of a stored version. They are kept when someone else saves a newer one, and `isOld` is then true; without edits, the newer
 * one is shown.
 */
export function useEdits<Stored extends { readonly version: number }, Edits>(
  stored: Stored,
  editsOf: (stored: Stored) => Edits,
) {
  const [{ base, edits }, setState] = useState(() => ({ base: stored, edits: editsOf(stored) }));
  const take = (one: Stored) => setState({ base: one, edits: editsOf(one) });
  const isOld = stored.version > base.version;
  if (isOld && JSON.stringify(edits) === JSON.stringify(editsOf(base))) take(stored);
  return { base, edits, isOld, take, setEdits: (next: Edits) => setState({ base, edits: next }) };
}
