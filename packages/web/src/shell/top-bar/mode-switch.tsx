import { Bot, Handshake, MousePointerClick } from 'lucide-react';
import { useMode } from '../../api/use-mode.ts';
import { type Mode, modes, modeWords } from '../../base/modes.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import { messages } from '../frame-messages.ts';

export const modeIcons: Readonly<Record<Mode, typeof Bot>> = {
  traditional: MousePointerClick,
  hybrid: Handshake,
  agentic: Bot,
};

/** Switches the mode: segments on wide bars, a menu on narrow ones, without labels on very narrow ones. */
export function ModeSwitch({ look }: { look: 'wide' | 'medium' | 'narrow' }) {
  const [mode, choose] = useMode();
  if (look === 'wide') {
    return (
      <SegmentedControl
        label={messages.mode.label}
        size="sm"
        compact
        value={mode}
        onValueChange={choose}
        segments={modes.map((one) => {
          const OneIcon = modeIcons[one];
          return {
            value: one,
            label: modeWords[one].bar,
            icon: <OneIcon aria-hidden />,
            hint: `${modeWords[one].long}: ${modeWords[one].message}`,
          };
        })}
      />
    );
  }
  const Icon = modeIcons[mode];
  const words = modeWords[mode];
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button
          square={look === 'narrow'}
          size="sm"
          aria-label={messages.mode.current(words.bar)}
          icon={<Icon aria-hidden />}
        >
          {look === 'narrow' ? null : words.bar}
        </Button>
      }
      sections={[
        {
          id: 'mode',
          heading: messages.mode.label,
          items: modes.map((one) => {
            const OneIcon = modeIcons[one];
            return {
              id: one,
              icon: <OneIcon aria-hidden className="self-start" />,
              checked: one === mode,
              onSelect: () => choose(one),
              label: (
                <span className="block max-w-64">
                  {modeWords[one].long}
                  <span className="block text-12 text-fg-2">{modeWords[one].message}</span>
                </span>
              ),
            };
          }),
        },
      ]}
    />
  );
}
