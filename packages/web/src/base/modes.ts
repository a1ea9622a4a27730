/** How a person works: by hand, with suggestions to confirm, or with agents that act and report. */
export const modes = ['traditional', 'hybrid', 'agentic'] as const;
/** One of the three. */
export type Mode = (typeof modes)[number];

/** How a mode is called: in full, in the top bar, on a chip; and what it means. */
export type ModeWords = {
  readonly long: string;
  readonly bar: string;
  readonly chip: string;
  readonly message: string;
};

/** The mode of somebody who never chose one. */
export const defaultMode: Mode = 'hybrid';

/** Every name of every mode, in one table. */
export const modeWords: Readonly<Record<Mode, ModeWords>> = {
  traditional: {
    long: 'UI / Manual',
    bar: 'UI/Manual',
    chip: 'UI',
    message: 'You do everything yourself, with decision support.',
  },
  hybrid: {
    long: 'Hybrid / Assisted',
    bar: 'Hybrid/Assisted',
    chip: 'HYBRID',
    message: 'You work together: nothing happens before you confirm it.',
  },
  agentic: {
    long: 'Agent / Autonomous',
    bar: 'Agent/Autonomous',
    chip: 'AGENT',
    message: 'Agents work on their own, and show everything they do.',
  },
};
