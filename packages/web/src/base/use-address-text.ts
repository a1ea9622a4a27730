import { useEffect, useRef, useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/**
 * The text of a search field that the address keeps: what is typed stands in the field at once and in the address when
 * the typing pauses; going back in the browser brings the earlier text back. `keep` writes it into the address.
 */
export function useAddressText(
  kept: string | undefined,
  keep: (text: string | undefined) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(kept ?? '');
  const settled = useDebounced(text.trim()) || undefined;
  const known = useRef(kept);
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  useEffect(() => {
    if (kept === known.current) return;
    known.current = kept;
    setText(kept ?? '');
  }, [kept]);
  useEffect(() => {
    if (settled === known.current) return;
    known.current = settled;
    latest.current(settled);
  }, [settled]);
  return [text, setText];
}
