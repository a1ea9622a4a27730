import { useMay } from '../../api/me.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { messages } from './messages.ts';

/** An empty list of adjustments; how to fill it is for users who can. */
export function NoAdjustments({ title, how }: { title: string; how: string }) {
  const may = useMay('adjust:payments');
  return <EmptyState title={title} text={may ? how : messages.noneOwn} />;
}
