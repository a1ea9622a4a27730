import { counted } from '@attain/domain/base/figures';
import { eachOnce, type Problem } from '@attain/domain/base/result';
import { ApiError } from '../../base/api-error.ts';
import { maxProblems } from '../../jobs/define-job.ts';

/** Why a period cannot be paid: every problem found, each once, however many payees it stops. */
export function unpayable(found: readonly Problem[]): ApiError {
  const problems = eachOnce(found);
  const kept = problems.length > maxProblems ? ` The first ${maxProblems} are kept here.` : '';
  const message = `This period can’t be calculated: ${counted(problems.length, 'problem')}. Fix the records and calculate again.${kept}`;
  return new ApiError('NOT_CALCULABLE', message, { problems: problems.slice(0, maxProblems) });
}
