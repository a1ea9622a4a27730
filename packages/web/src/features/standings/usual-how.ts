import type { Standings } from '../../api/shapes.ts';
import { messages } from './messages.ts';

/** How the usual course was found. */
export const usualHow = ({ usualPeriods }: Pick<Standings, 'usualPeriods'>) =>
  usualPeriods > 0 ? messages.usualBy.history(usualPeriods) : messages.usualBy.days;
