import { ApiError } from '../../base/api-error.ts';

export function nameTaken(name: string): ApiError {
  return new ApiError('CONFLICT', `A contract called “${name}” already exists. Choose another name.`);
}
