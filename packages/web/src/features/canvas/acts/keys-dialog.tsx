import { hotkeyWords } from '../../../base/use-hotkey.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { messages } from '../messages.ts';

/** The keyboard shortcuts of the canvas, in the order of building a workflow. */
const keys: readonly (readonly [hotkeys: readonly string[], does: string])[] = [
  [['Tab'], messages.keys.next],
  [['Enter'], messages.keys.select],
  [['N'], messages.keys.insert],
  [['C'], messages.keys.connect],
  [['F2'], messages.keys.open],
  [['Escape'], messages.keys.leave],
  [[messages.keys.arrows, 'shift+Arrows'], messages.keys.move],
  [['Delete'], messages.keys.remove],
  [['mod+d'], messages.keys.duplicate],
  [['mod+c', 'mod+v'], messages.keys.copy],
  [['mod+a'], messages.keys.selectAll],
  [['mod+z', 'mod+shift+z'], messages.keys.undo],
  [['shift+t'], messages.keys.tidy],
  [['/'], messages.keys.find],
  [['+', '-', '1', '0'], messages.keys.zoom],
  [['V', 'K', 'H'], messages.keys.modes],
  [['shift+F10'], messages.keys.menu],
  [['mod+s'], messages.keys.save],
  [['T'], messages.keys.test],
  [['P'], messages.keys.publish],
  [['R'], messages.keys.run],
  [['shift+r'], messages.keys.runDraft],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={messages.keys.title}>
      <dl className="flex flex-col">
        {keys.map(([hotkeys, does]) => (
          <div key={does} className="flex items-center justify-between gap-4 border-b py-1.5 last:border-b-0">
            <dt>{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {hotkeys.map((one) => (
                <kbd key={one} className="rounded-sm border bg-surface-2 px-1.5 font-mono text-11">
                  {one === '+' ? '+' : hotkeyWords(one)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
