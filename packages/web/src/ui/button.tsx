import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';

/** Button class names, for links that look like buttons: `buttonLook({ variant: 'primary' })`. */
export const buttonLook = cva(
  [
    'relative inline-flex shrink-0 items-center justify-center gap-1.5 overflow-hidden rounded-md border font-medium',
    'whitespace-nowrap select-none transition-colors duration-100 ease-calm',
    'disabled:opacity-50 aria-disabled:cursor-default aria-busy:opacity-80 [&_svg]:size-4 [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-primary text-on-primary not-disabled:hover:bg-primary-hover',
        secondary:
          'border-border bg-surface text-fg shadow-card not-disabled:hover:bg-surface-2 not-disabled:hover:border-border-strong',
        ghost: 'border-transparent text-fg-2 not-disabled:hover:bg-surface-2 not-disabled:hover:text-fg',
        danger: 'border-transparent bg-bad-solid text-on-primary not-disabled:hover:bg-bad-solid-hover',
        ai: 'border-transparent bg-ai-soft text-ai-text not-disabled:hover:brightness-95 dark:not-disabled:hover:brightness-110',
      },
      size: {
        sm: 'h-7 px-2 text-12 pointer-coarse:h-9',
        md: 'h-8 px-3 text-13 pointer-coarse:h-11',
        lg: 'h-9 px-4 text-14 pointer-coarse:h-11',
      },
      square: { true: 'px-0 aspect-square', false: '' },
    },
    defaultVariants: { variant: 'secondary', size: 'md', square: false },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  Pick<VariantProps<typeof buttonLook>, 'variant' | 'size' | 'square'> & {
    /** Shown before the label. */
    icon?: ReactNode;
    /** While true the button keeps its size and the focus and ignores clicks. */
    busy?: boolean;
    /** Screen reader text while busy; the label by default. */
    busyLabel?: string;
    /** 0 to 1, drawn as a thin bar along the lower edge. */
    progress?: number;
  };

/** A button. `ai` is for the few actions carried out by the assistant. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    square,
    icon,
    busy = false,
    busyLabel,
    progress,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const clicked = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={buttonLook({ variant, size, square, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={clicked}
    >
      {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      {children}
      {busy && busyLabel ? <span className="sr-only">{busyLabel}</span> : null}
      {busy && progress !== undefined ? (
        <span
          aria-hidden
          data-forced-fill
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-current transition-transform rtl:origin-right"
          style={{ transform: `scaleX(${Math.min(1, Math.max(0, progress))})` }}
        />
      ) : null}
    </button>
  );
}
