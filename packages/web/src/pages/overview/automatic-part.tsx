import { actionWords } from '../../features/audit/audit-words.ts';
import { AutomaticActs } from '../../features/overview/automatic-acts.tsx';

/** The latest automatic actions, in the words of the audit log. */
export function AutomaticPart() {
  return <AutomaticActs describeAction={actionWords} />;
}
