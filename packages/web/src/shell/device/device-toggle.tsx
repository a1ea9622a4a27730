import { Monitor, Smartphone } from 'lucide-react';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { DeviceView } from './device-view.ts';

export type DeviceToggleProps = {
  view: DeviceView;
  choose: (view: DeviceView) => void;
  /** With words there is room for both views side by side; without, one button goes to the other one. */
  words: boolean;
};

/** Shows the screens over the whole window, or as a phone shows them. */
export function DeviceToggle({ view, choose, words }: DeviceToggleProps) {
  if (words) {
    return (
      <SegmentedControl
        label="Device view"
        size="sm"
        value={view}
        onValueChange={choose}
        segments={[
          { value: 'web', label: 'Web', icon: <Monitor aria-hidden /> },
          { value: 'mobile', label: 'Mobile', icon: <Smartphone aria-hidden /> },
        ]}
      />
    );
  }
  const mobile = view === 'mobile';
  return (
    <IconButton
      label="Mobile view"
      aria-pressed={mobile}
      icon={mobile ? <Smartphone aria-hidden /> : <Monitor aria-hidden />}
      onClick={() => choose(mobile ? 'web' : 'mobile')}
    />
  );
}
