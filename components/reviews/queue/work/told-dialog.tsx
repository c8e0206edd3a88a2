import { useEffect, useRef, type ReactNode } from "react";
import { buttonClass } from "#components/ui/button-class.ts";

type Props = { title: string; closeLabel: string; isOpen: boolean; onClose: () => void; children: ReactNode };

/** The browser's own: it keeps the focus inside, gives it back, and closes by Escape. */
export function ToldDialog({ title, closeLabel, isOpen, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose} className="small-dialog">
      {isOpen && (
        <div className="grid gap-4">
          <h2 className="text-xl font-semibold">{title}</h2>
          {children}
          <button type="button" onClick={() => dialog.current?.close()} className={buttonClass()}>
            {closeLabel}
          </button>
        </div>
      )}
    </dialog>
  );
}
