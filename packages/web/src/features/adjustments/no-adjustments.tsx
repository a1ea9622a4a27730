import type { Permission } from '@attain/domain/access/permissions';
import { useMay } from '../../api/me.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { messages } from './messages.ts';

type NoAdjustmentsProps = { title: string; how: string; needs?: Permission };

/** An empty list of adjustments; how to fill it is for users who can. */
export function NoAdjustments({ title, how, needs = 'adjust:payments' }: NoAdjustmentsProps) {
  const may = useMay(needs);
  return <EmptyState title={title} text={may ? how : messages.noneOwn} />;
}
