/** How a person works: manually, with suggestions to confirm, or with agents that act and report. */
export const modes = ['traditional', 'hybrid', 'agentic'] as const;
export type Mode = (typeof modes)[number];

/** The names of a mode in full, in the top bar and on a chip, and its meaning. */
export type ModeWords = {
  readonly long: string;
  readonly bar: string;
  readonly chip: string;
  readonly message: string;
};

/** The mode of users who have not chosen one. */
export const defaultMode: Mode = 'hybrid';

/** All names of the modes. */
export const modeWords: Readonly<Record<Mode, ModeWords>> = {
  traditional: {
    long: 'UI / Manual',
    bar: 'UI/Manual',
    chip: 'UI',
    message: 'You do the work, with decision support.',
  },
  hybrid: {
    long: 'Hybrid / Assisted',
    bar: 'Hybrid/Assisted',
    chip: 'HYBRID',
    message: 'AI suggests. You approve.',
  },
  agentic: {
    long: 'Agent / Autonomous',
    bar: 'Agent/Autonomous',
    chip: 'AGENT',
    message: 'Agents act on their own and log everything.',
  },
};
