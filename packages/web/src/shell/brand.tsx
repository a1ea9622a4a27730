import { clsx } from 'clsx';

/** The logo: three rising bars, the last one past its target. */
export function BrandMark({ large = false }: { large?: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'grid shrink-0 place-items-center bg-primary text-on-primary',
        large ? 'size-9 rounded-lg' : 'size-6 rounded-md',
      )}
    >
      <svg viewBox="0 0 16 16" className={large ? 'size-5' : 'size-3.5'} aria-hidden="true">
        <path
          d="M2.5 13.5v-4M8 13.5v-7M13.5 13.5v-11"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
        <path d="M1 5.2h8.6" stroke="currentColor" strokeWidth="1.2" strokeDasharray="1.6 1.6" opacity=".7" />
      </svg>
    </span>
  );
}
