import clsx from "clsx";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icons.tsx";

type Props = {
  id: string;
  /** Text of the button; "?" alone is named by what it opens. */
  label: string;
  /** Name of what it opens. */
  name: string;
  className?: string;
  children: ReactNode;
};

/** A button and the panel it opens: the browser's own popover, which needs no script and closes on Escape or a press beside it. */
export const Popover = ({ id, label, name, className, children }: Props) => (
  <>
    <button
      type="button"
      popoverTarget={id}
      aria-label={label === "?" ? name : undefined}
      title={label === "?" ? name : undefined}
      className={clsx(buttonClass({ size: "small" }), "no-print shrink-0")}
    >
      {label}
      {label !== "?" && <Icon name="down" className="-mr-1 size-4" />}
    </button>
    <div
      id={id}
      popover="auto"
      role="group"
      aria-label={name}
      className={clsx(
        "anchored no-print max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-edge bg-raised p-4 text-ink shadow-float",
        className,
      )}
    >
      {children}
    </div>
  </>
);
