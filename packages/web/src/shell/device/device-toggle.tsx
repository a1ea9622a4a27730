import { Monitor, Smartphone } from 'lucide-react';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { messages } from '../frame-messages.ts';
import type { DeviceView } from './device-view.ts';

export type DeviceToggleProps = {
  view: DeviceView;
  choose: (view: DeviceView) => void;
  /** With labels, both views are segments; without, one button toggles. */
  words: boolean;
};

/** Switches between the full window and the phone preview. */
export function DeviceToggle({ view, choose, words }: DeviceToggleProps) {
  if (words) {
    return (
      <SegmentedControl
        label={messages.device.label}
        size="sm"
        value={view}
        onValueChange={choose}
        segments={[
          { value: 'web', label: messages.device.web, icon: <Monitor aria-hidden /> },
          { value: 'mobile', label: messages.device.mobile, icon: <Smartphone aria-hidden /> },
        ]}
      />
    );
  }
  const mobile = view === 'mobile';
  return (
    <IconButton
      label={messages.device.mobileView}
      aria-pressed={mobile}
      icon={mobile ? <Smartphone aria-hidden /> : <Monitor aria-hidden />}
      onClick={() => choose(mobile ? 'web' : 'mobile')}
    />
  );
}
