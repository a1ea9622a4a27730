import { createContext, use } from 'react';

/** What a field provides to the control inside it. */
export type FieldWiring = { id: string; describedBy?: string; invalid: boolean; required: boolean };

/** Set by `Field` and read by every control, so that label, hint and error need no ids. */
export const FieldContext = createContext<FieldWiring | null>(null);

type Wired = {
  id?: string;
  required?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false';
};

/** The attributes a control takes from its field; its own attributes win. */
export function useFieldWiring(own: Record<string, unknown>): Wired {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: typeof own.id === 'string' ? own.id : field.id,
    required: own.required === undefined ? field.required || undefined : own.required === true,
    'aria-describedby':
      typeof own['aria-describedby'] === 'string' ? own['aria-describedby'] : field.describedBy,
    'aria-invalid': field.invalid || undefined,
  };
}

/** Shared classes of text-like controls. */
export const controlLook = [
  'w-full min-w-0 rounded-md border border-border-strong bg-surface text-fg transition-colors duration-100',
  'hover:border-fg-3 disabled:bg-surface-2 disabled:text-fg-3 aria-invalid:border-bad',
  'focus-visible:outline-offset-0',
].join(' ');

/** Heights and text sizes of text-like controls: toolbar, default, sign-in. All are taller on touch screens. */
export const controlSizes = {
  sm: 'h-7 px-2 text-13 pointer-coarse:h-9 pointer-coarse:text-14',
  md: 'h-8 px-2.5 text-13 pointer-coarse:h-11 pointer-coarse:text-14',
  lg: 'h-9 px-3 text-14 pointer-coarse:h-11',
} as const;
